import { AsyncLocalStorage } from 'node:async_hooks';
import type { CompiledQuery } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import type { Failure } from '#domain/failure.ts';
import { credentials } from '../support/account.ts';
import { DECLINED_CARD } from '../support/bankCheck.ts';
import { failureOf } from '../support/failures.ts';
import { addOwner } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { account, begin, beginPlanFirst, billing, submit } from '../support/signUp.ts';

/*
 * Who has an account is not revealed: every call that takes an address gives the same response and does the same work
 * for an address with an account and for one without. Mails are looked up later, by the mail worker.
 */

const STRANGER = '203.0.113.7';
const KNOWN = 'known@example.com';
const UNKNOWN = 'ghost@example.com';

type Api = TestServer['api'];
type Outcome = { status: number; body: unknown };

/** A call from the outside: how to get there, and the response that is compared. */
type Row = {
  name: string;
  env?: Record<string, string>;
  prepare?: (server: TestServer, email: string) => Promise<string>;
  ask: (api: Api, email: string, token: string) => Promise<{ status: number; data: unknown }>;
};

/** A token for each registration is new; everything else has to be the same. */
const withoutSecrets = (data: unknown) =>
  JSON.parse(JSON.stringify(data).replace(/"(token|nonce)":"[^"]+"/g, '"$1":""'));

const outcomeOf = (call: Promise<{ status: number; data: unknown }>): Promise<Outcome> =>
  call.then(
    ({ status, data }) => ({ status, body: withoutSecrets(data) }),
    ({ status, errors, retryAfter }: Failure) => ({ status, body: { errors, retryAfter } }),
  );

const planFirst = { SIGNUP_ORDER: 'plan-first' };

const pay = (card_number: string) => (api: Api, _: string, token: string) =>
  submit(api, token, { ...billing, card_number });

const rows: Row[] = [
  { name: 'login', ask: (api, email) => api.login({ body: { ...credentials, email, password: 'a wrong guess' } }) },
  { name: 'requestReset', ask: (api, email) => api.requestReset({ body: { email } }) },
  { name: 'resendConfirmation', ask: (api, email) => api.resendConfirmation({ body: { email } }) },
  { name: 'createRegistration', ask: (api, email) => api.createRegistration({ body: { ...account, email } }) },
  {
    name: 'createRegistration, plan-first',
    env: planFirst,
    ask: (api, email) => api.createRegistration({ body: { ...account, email } }),
  },
  {
    name: 'a changed address',
    prepare: (server) => begin(server, { email: 'other@example.com' }),
    ask: (api, email, token) => submit(api, token, { step: '1', email }),
  },
  {
    name: 'a changed address, plan-first',
    env: planFirst,
    prepare: (server) => begin(server, { email: 'other@example.com' }),
    ask: (api, email, token) => submit(api, token, { step: '1', email }),
  },
  {
    name: 'resendRegistrationCode',
    prepare: (server, email) => begin(server, { email }),
    ask: (api, _, registration_token) => api.resendRegistrationCode({ params: { registration_token } }),
  },
  {
    name: 'a guessed code',
    prepare: (server, email) => begin(server, { email }),
    ask: (api, _, token) => submit(api, token, { step: '2', verification_code: '123456' }),
  },
  {
    name: 'a declined card, plan-first',
    env: planFirst,
    prepare: (server, email) => beginPlanFirst(server, { email }),
    ask: pay(DECLINED_CARD),
  },
  {
    name: 'a card without a bank, plan-first',
    env: { ...planFirst, BANK: 'none' },
    prepare: (server, email) => beginPlanFirst(server, { email }),
    ask: pay('4242424242424242'),
  },
];

/** Whether code runs for the request; the mail worker's own statements are no part of the response. */
const isRequest = new AsyncLocalStorage<true>();

/** The statements of a call, as the database gets them. */
async function statementsOf<T>({ context: { db } }: TestServer, work: () => Promise<T>) {
  const executor = Object.getPrototypeOf(Object.getPrototypeOf(db.getExecutor()));
  const statements: string[] = [];
  const execute = executor.executeQuery;
  const recording = vi.spyOn(executor, 'executeQuery').mockImplementation(function (this: unknown, ...given) {
    if (isRequest.getStore()) statements.push((given[0] as CompiledQuery).sql);
    return execute.apply(this, given);
  });
  const outcome = await isRequest.run(true, work);
  recording.mockRestore();
  return { outcome, statements };
}

describe.each(rows)('$name', ({ env = {}, prepare, ask }) => {
  it('gives the same response and does the same work for an address with an account and for one without', async () => {
    const seen: { outcome: Outcome; statements: string[] }[] = [];
    for (const email of [KNOWN, UNKNOWN]) {
      const server = await startServer(env);
      await addOwner(server, KNOWN);
      const token = (await prepare?.(server, email)) ?? '';
      const verify = vi.spyOn(server.context.passwords, 'verify');
      const hash = vi.spyOn(server.context.passwords, 'hash');
      const api = server.client({ address: STRANGER });
      const work = await statementsOf(server, () => outcomeOf(ask(api, email, token)));
      const hashed = verify.mock.calls.length + hash.mock.calls.length;
      seen.push({ ...work, statements: [...work.statements, `${hashed} hashes`] });
    }
    expect(seen[0]?.statements.length).toBeGreaterThan(1);
    expect(seen[0]).toEqual(seen[1]);
  });

  it('is limited at the same attempt for both', async () => {
    const server = await startServer(env);
    await addOwner(server, KNOWN);
    const seen: Outcome[][] = [];
    for (const [index, email] of [KNOWN, UNKNOWN].entries()) {
      const token = (await prepare?.(server, email)) ?? '';
      const api = server.client({ address: `203.0.113.${index}` });
      const outcomes: Outcome[] = [];
      for (let attempt = 0; attempt < 10; attempt += 1) outcomes.push(await outcomeOf(ask(api, email, token)));
      seen.push(outcomes);
    }
    expect(seen[0]?.at(-1)?.status).not.toBe(409);
    expect(seen[0]).toEqual(seen[1]);
  });
});

describe('an approved card for an address that has an account (plan-first)', () => {
  it('completes nothing; the visitor gets an error and the mailbox a mail, and no further card is sent to the bank', async () => {
    const server = await startServer(planFirst);
    await addOwner(server, KNOWN);
    const token = await beginPlanFirst(server, { email: KNOWN });
    const { db } = server.context;
    const refused = await failureOf(submit(server.api, token, billing));
    expect([refused.status, refused.errors[0]?.code, refused.errors[0]?.field]).toEqual([409, 'RG1004', 'email']);
    const attempts = () => db.selectFrom('bank_attempts').select(['status', 'bank_reference']).execute();
    expect(await attempts()).toMatchObject([{ status: 'cancelled' }]);
    expect(await db.selectFrom('customers').select('id').execute()).toHaveLength(1);
    const mails = await db.selectFrom('outbox').select(['kind', 'recipient']).execute();
    expect(mails).toContainEqual({ kind: 'alreadyRegistered', recipient: KNOWN });

    expect((await failureOf(submit(server.api, token, { ...billing, card_number: DECLINED_CARD }))).status).toBe(409);
    expect(await attempts()).toHaveLength(1);
    // What was learnt about one address says nothing about the next.
    await submit(server.api, token, { step: '1', email: 'second@example.com' });
    await addOwner(server, 'second@example.com');
    await submit(server.api, token, { step: '2' });
    await submit(server.api, token, { step: '3' });
    const next = await failureOf(submit(server.api, token, { ...billing, card_number: DECLINED_CARD }));
    expect(next.errors[0]?.code).toBe('PY1001');
  });
});
