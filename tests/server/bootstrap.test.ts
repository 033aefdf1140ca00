import { describe, expect, it } from 'vitest';
import { emptyFolder } from '../support/dataFolder.ts';
import { startServer } from '../support/server.ts';

/** Every server of these keeps its data in a folder of its own. */
const embedded = { DATABASE_URL: '' };

describe('a server', () => {
  it('without a bank lets every attempt at a card end unknown, and has no page of a bank', async () => {
    const server = await startServer({ ...embedded, BANK: 'none' });
    const { bank } = server.context;
    expect([await bank.authorise({} as never), await bank.settle('key')]).toEqual([
      { kind: 'unknown' },
      { kind: 'unknown' },
    ]);
    const pages = (at: typeof server) => at.request('/bank/check/unknown');
    expect(await (await pages(server)).text()).not.toBe(await (await pages(await startServer(embedded))).text());
  });

  it('with Stripe has its page for the card, and none of the test bank', async () => {
    const server = await startServer({
      ...embedded,
      BANK: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    });
    const webhook = await server.app.request('http://127.0.0.1:3000/bank/webhook', { method: 'POST', body: '{}' });
    expect(webhook.status).toBe(400);
    expect(server.context.bank).toMatchObject({ authorise: expect.any(Function), settle: expect.any(Function) });
    expect((await server.app.request('http://127.0.0.1:3000/bank/check/unknown')).status).toBe(404);
  });

  it('frees the keys without an answer that a killed one has left', async () => {
    const first = await startServer(embedded);
    const { now } = first.context;
    const key = { key_hash: 'asked', body_hash: '', claim: 'x', sealed: null, created_at: 0, expires_at: now() + 1e9 };
    await first.context.db.insertInto('idempotency').values(key).execute();
    await first.close();
    const { db } = (await startServer(embedded, { dataDir: first.dataDir })).context;
    expect(await db.selectFrom('idempotency').select('key_hash').execute()).toEqual([]);
  });

  it('with an empty folder brings the places of its numbers', async () => {
    const { db } = (await startServer(embedded, { dataDir: emptyFolder() })).context;
    expect((await db.selectFrom('coverages').select('id').limit(1_001).execute()).length).toBe(1_001);
  });

  it('that is closed sends no mail and holds no database', async () => {
    const server = await startServer(embedded);
    await server.close();
    await expect(server.context.db.selectFrom('users').select('id').execute()).rejects.toThrow();
  });
});
