import { describe, expect, it } from 'vitest';
import { codesOf } from '#tests/support/failures.ts';
import { codeFor } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { begin, billing, chooseNumber, EMAIL, read, submit } from '#tests/support/signUp.ts';

const planFirst = { SIGNUP_ORDER: 'plan-first', TWO_FACTOR: 'off' };

/** Plan-first: a registration that has only the card before it. */
async function beforeTheCard(server: TestServer): Promise<string> {
  const token = await begin(server);
  await submit(server.api, token, { step: '2', package_type: 'A', nb_users: 1, nb_cx_bundles: 0 });
  await chooseNumber(server, token);
  return token;
}

describe('two tabs of one sign-up', () => {
  it('concurrent steps 1 and 2: one succeeds, the account matches the registration, and the sign-up continues', async () => {
    const server = await startServer();
    const token = await begin(server);
    const verification_code = await codeFor(server, EMAIL);
    await Promise.allSettled([
      submit(server.api, token, { step: '1', email: 'other@example.com', password: 'Other-quilt-99!' }),
      submit(server.api, token, { step: '2', verification_code }),
    ]);
    const { step, data } = await read(server.api, token);
    const [user] = await server.context.db
      .selectFrom('users')
      .select('email')
      .where('customer_id', 'is', null)
      .execute();
    if (step === '3') expect(user?.email).toBe(data.email);
    else {
      expect([step, user]).toEqual(['2', undefined]);
      const next = { step: '2', verification_code: await codeFor(server, data.email ?? '') } as const;
      expect((await submit(server.api, token, next)).data).toMatchObject({ step: '3' });
    }
  });
});

describe('two sign-ups with one address, plan-first', () => {
  it('the second is rejected before the bank is called, and stays readable at its step', async () => {
    const server = await startServer(planFirst);
    const [first, second] = [await beforeTheCard(server), await beforeTheCard(server)];
    await submit(server.api, first, billing);
    expect(await codesOf(submit(server.api, second, billing))).toEqual([409, 'RG1004']);
    expect(await codesOf(submit(server.api, second, billing))).toEqual([409, 'RG1004']);
    expect(await read(server.api, second)).toMatchObject({ step: '4', completed_at: null });
    const attempts = await server.context.db.selectFrom('bank_attempts').selectAll().execute();
    expect(attempts).toHaveLength(1);
  });
});
