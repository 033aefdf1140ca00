import { describe, expect, it } from 'vitest';
import { takeDue } from '#server/mail/due.ts';
import type { QueuedEmail } from '#server/mail/outbox.ts';
import type { Store } from '#server/store/schema.ts';
import { EMAIL } from '#tests/support/account.ts';
import { startServer } from '#tests/support/server.ts';

describe('of the mails in the queue', () => {
  type Row = {
    to?: string;
    kind?: QueuedEmail['kind'];
    status?: 'queued' | 'sent' | 'dead' | 'dropped';
    dueIn?: number;
    age?: number;
  };

  /** A server whose worker is asleep, with these mails; `taken` are the numbers of those that are claimed. */
  async function withMails(...rows: Row[]) {
    const server = await startServer({ SMTP_URL: 'smtp://127.0.0.1:9' });
    await server.mailWorker.stop();
    const { db, now } = server.context;
    await db
      .insertInto('outbox')
      .values(
        rows.map(({ to = EMAIL, kind = 'passwordChanged', status = 'queued', dueIn = 0, age = 0 }, at) => ({
          recipient: to,
          kind,
          status,
          next_attempt_at: now() + dueIn,
          language: 'en' as const,
          message_id: String(at),
          created_at: now() - age,
          expires_at: now() + 1e9,
        })),
      )
      .execute();
    const taken = async (max = 20) => (await takeDue(server.context, max)).map(({ id, attempts }) => [id, attempts]);
    return { server, taken };
  }

  it('those that are due are taken, and no others', async () => {
    const { taken } = await withMails(
      { to: 'a@example.com' },
      { to: 'b@example.com', dueIn: 1 },
      { to: 'c@example.com', dueIn: -1 },
      { to: 'd@example.com', status: 'sent' },
      { to: 'e@example.com', status: 'dead' },
      { to: 'f@example.com', status: 'dropped' },
    );
    expect(await taken()).toEqual([
      [1, 0],
      [3, 0],
    ]);
  });

  it('a notice waits for an earlier one to its address that is queued, due or not, and for no other', async () => {
    const { taken } = await withMails(
      { dueIn: 1000 },
      {},
      { to: 'bob@example.com' },
      { to: 'cleo@example.com', status: 'dead' },
      { to: 'cleo@example.com' },
      { to: 'cleo@example.com' },
    );
    expect(await taken()).toEqual([
      [3, 0],
      [5, 0],
    ]);
  });

  it('a notice waits for an earlier one for an hour, so that one which fails again and again holds up no other', async () => {
    const { taken } = await withMails(
      { to: 'bob@example.com', age: 3_599_999, dueIn: 1000 },
      { to: 'cleo@example.com', age: 3_600_000, dueIn: 1000 },
      { to: 'bob@example.com' },
      { to: 'cleo@example.com' },
      { to: 'cleo@example.com' },
    );
    expect(await taken()).toEqual([[4, 0]]);
  });

  it('they are taken in their order, in whatever order the database returns them', async () => {
    const kinds = ['passwordChanged', 'loginCode', 'passwordChanged', 'verificationCode'];
    const returned = [2, 3, 0, 1].map((at) => ({ id: at + 1, kind: kinds[at], attempts: 1 }));
    const statement: object = new Proxy(
      {},
      { get: (_, part) => (part === 'execute' ? async () => returned : () => statement) },
    );
    const due = await takeDue({ db: statement as Store, now: () => 0 }, 4);
    expect(due.map(({ id, attempts }) => [id, attempts])).toEqual([
      [4, 0],
      [2, 0],
      [1, 0],
      [3, 0],
    ]);
  });

  it('one that is taken is so for half a minute, and its attempts are counted', async () => {
    const { server, taken } = await withMails({});
    expect(await taken()).toEqual([[1, 0]]);
    server.clock.forward(29.999);
    expect(await taken()).toEqual([]);
    server.clock.forward(0.001);
    expect(await taken()).toEqual([[1, 1]]);
  });

  it('no more are taken than there is room for: first codes, the newest of them', async () => {
    const { taken } = await withMails(
      { to: 'a@example.com' },
      { kind: 'loginCode' },
      { kind: 'loginCode' },
      { to: 'b@example.com' },
    );
    const orders = [await taken(1), await taken(2), await taken(2)];
    expect(orders.map((order) => order.map(([id]) => id))).toEqual([[3], [2, 1], [4]]);
  });

  it.each<QueuedEmail['kind']>([
    'verificationCode',
    'loginCode',
    'alreadyRegistered',
    'invitedAlready',
    'confirmation',
    'reset',
  ])('one that a person waits for goes before all notices, also to the same address: %s', async (kind) => {
    const { taken } = await withMails({}, { kind });
    expect((await taken()).map(([id]) => id)).toEqual([2, 1]);
  });

  it.each<QueuedEmail['kind']>(['passwordChanged', 'invitation', 'trialStarted'])(
    'one that nobody waits for keeps its place: %s',
    async (kind) => {
      const { taken } = await withMails({ to: 'a@example.com' }, { kind });
      expect((await taken()).map(([id]) => id)).toEqual([1, 2]);
    },
  );
});
