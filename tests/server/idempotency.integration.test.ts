import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type CallName, calls } from '#contract/calls.ts';
import { API_PATH } from '#domain/hosts.ts';
import { issueToken } from '#server/login/tokens.ts';
import { sessionToken } from '#tests/support/account.ts';
import { CARD_WITH_CHECK, DECLINED_CARD } from '#tests/support/bankCheck.ts';
import { emptyFolder } from '#tests/support/dataFolder.ts';
import { addOwner, codeFor, PASSWORD, tokenFor } from '#tests/support/people.ts';
import { binaries, preparedDatabase } from '#tests/support/postgres.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import {
  AREA,
  account,
  begin,
  beginVerified,
  beginWithNumber,
  billing,
  EMAIL,
  numbersFor,
  signUp,
} from '#tests/support/signUp.ts';

/*
 * The server dies right after it has committed the change of a call, before it answers. The client repeats the call
 * under the same Idempotency-Key: it gets the response that it would have got, and nothing is done again.
 */

const ANN = 'ann@example.com';
const BOB = 'bob@example.com';
/** The test bank declines this card. */
const NEW_PASSWORD = 'nine slow elephants';

type RequestTarget = { path: string; body?: unknown; userToken?: string };

/** How to get to the call, and its request. `commits`: the transaction after which the server is killed. */
type Row = [name: CallName, prepare: (server: TestServer) => Promise<RequestTarget>, commits?: number, status?: number];

const login = { email: ANN, password: PASSWORD, remember_me: false };

/** An owner who is logged in. */
async function owner(server: TestServer): Promise<{ userToken: string; customerId: number; userId: number }> {
  const { customerId, userId } = await addOwner(server, ANN);
  return { userToken: await sessionToken(server, ANN), customerId, userId };
}

const asOwner =
  (target: Omit<RequestTarget, 'userToken'>): Row[1] =>
  async (server) => ({ ...target, userToken: (await owner(server)).userToken });

async function withMember(server: TestServer) {
  const me = await owner(server);
  const { userId } = await addOwner(server, BOB, { user: { customer_id: me.customerId, role: 'member' } });
  return { ...me, memberId: userId };
}

async function invited(server: TestServer) {
  const me = await owner(server);
  await server.client({ userToken: me.userToken }).inviteTeammate({ body: { email: EMAIL } });
  return me;
}

async function nonceOf(server: TestServer): Promise<string> {
  const { data } = await server.api.login({ body: login });
  return 'nonce' in data ? data.nonce : '';
}

const off = { TWO_FACTOR: 'off' };
const whenSetting: Partial<Record<CallName, Record<string, string>>> = { loginWithCode: {}, resendLoginCode: {} };

const rows: Row[] = [
  ['createRegistration', async () => ({ path: '/registrations', body: account })],
  [
    'updateRegistration',
    async (server) => ({ path: `/registrations/${await begin(server)}`, body: { ...account, step: '1', email: BOB } }),
  ],
  [
    'updateRegistration',
    async (server) => {
      const path = `/registrations/${await begin(server)}`;
      return { path, body: { step: '2', verification_code: await codeFor(server, EMAIL) } };
    },
  ],
  [
    'updateRegistration',
    async (server) => {
      const token = await beginVerified(server);
      const [number] = await numbersFor(server, token);
      return { path: `/registrations/${token}`, body: { step: '3', number, number_id: AREA, nb_users: 2 } };
    },
  ],
  [
    'updateRegistration',
    async (server) => ({ path: `/registrations/${await beginWithNumber(server)}`, body: billing }),
    2,
  ],
  [
    'updateRegistration',
    async (server) => {
      const path = `/registrations/${await beginWithNumber(server)}`;
      return { path, body: { ...billing, card_number: CARD_WITH_CHECK } };
    },
    2,
  ],
  [
    'updateRegistration',
    async (server) => {
      const path = `/registrations/${await beginWithNumber(server)}`;
      return { path, body: { ...billing, card_number: DECLINED_CARD } };
    },
    2,
    400,
  ],
  ['resendRegistrationCode', async (server) => ({ path: `/registrations/${await begin(server)}/resend`, body: {} })],
  ['openRegistrationSession', async (server) => ({ path: `/registrations/${await signUp(server)}/token`, body: {} })],
  [
    'joinTeam',
    async (server) => {
      await invited(server);
      const token = await beginVerified(server);
      const { id } = await server.context.db.selectFrom('invitations').select('id').executeTakeFirstOrThrow();
      return { path: `/registrations/${token}/invitations/${id}`, body: {} };
    },
  ],
  [
    'login',
    async (server) => {
      await addOwner(server, ANN);
      return { path: '/login', body: login };
    },
  ],
  [
    'resendLoginCode',
    async (server) => {
      await addOwner(server, ANN);
      return { path: `/code2fa/${await nonceOf(server)}`, body: {} };
    },
  ],
  [
    'loginWithCode',
    async (server) => {
      await addOwner(server, ANN);
      const nonce = await nonceOf(server);
      return { path: '/login2fa', body: { nonce, code: await codeFor(server, ANN) } };
    },
  ],
  ['logOut', asOwner({ path: '/logout' })],
  ['requestReset', async () => ({ path: '/password', body: { email: ANN } })],
  ['resendConfirmation', async () => ({ path: '/confirmation', body: { email: ANN } })],
  [
    'resetPassword',
    async (server) => {
      await addOwner(server, ANN);
      await server.api.requestReset({ body: { email: ANN } });
      return { path: '/reset', body: { token: await tokenFor(server, ANN), password: NEW_PASSWORD } };
    },
  ],
  [
    'confirmCustomer',
    async (server) => {
      await addOwner(server, ANN, { user: { confirmed_at: null } });
      await server.api.resendConfirmation({ body: { email: ANN } });
      return { path: `/customers/${await tokenFor(server, ANN)}/confirmation`, body: {} };
    },
  ],
  [
    'redeemDiscount',
    async (server) => {
      const { customerId } = await addOwner(server, ANN);
      const { db, now } = server.context;
      const discount = {
        customer_id: customerId,
        campaign: 'spring',
        percent: 5,
        redeemed_at: null,
        created_at: now(),
      };
      const { id } = await db.insertInto('discounts').values(discount).returning('id').executeTakeFirstOrThrow();
      const token = await db.transaction().execute((tx) => issueToken({ now }, tx, 'discount', { discount_id: id }));
      return { path: `/discounts/customers/${token}`, body: {} };
    },
  ],
  ['inviteTeammate', asOwner({ path: '/account/invitations', body: { email: BOB } })],
  ['revokeInvitation', async (server) => ({ ...(await invited(server)), path: '/account/invitations/1' })],
  [
    'acceptInvitation',
    async (server) => {
      await invited(server);
      const body = { first_name: 'Nina', last_name: 'Newman', password: NEW_PASSWORD };
      return { path: `/invitations/${await tokenFor(server, EMAIL, 'invitation')}`, body };
    },
  ],
  ['assignAddOn', asOwner({ path: '/account/users/1/cx', body: {} })],
  [
    'removeAddOn',
    async (server) => {
      const { userToken } = await owner(server);
      await server.client({ userToken }).assignAddOn({ params: { user_id: '1' } });
      return { path: '/account/users/1/cx', userToken };
    },
  ],
  ['changeUsers', asOwner({ path: '/account/users', body: { users: 7 } })],
  [
    'removeTeammate',
    async (server) => {
      const { userToken, memberId } = await withMember(server);
      return { path: `/account/users/${memberId}`, userToken };
    },
  ],
  [
    'changeNumber',
    async (server) => {
      const { userToken } = await owner(server);
      const { data } = await server.client({ userToken }).listAccountNumbers({ params: { coverage_id: String(AREA) } });
      return { path: '/account/number', body: { number: data.data.numbers[0]?.e164, number_id: AREA }, userToken };
    },
  ],
  ['cancelTrial', asOwner({ path: '/account/cancellation', body: {} })],
  [
    'undoCancellation',
    async (server) => {
      const { userToken } = await owner(server);
      await server.client({ userToken }).cancelTrial({});
      return { path: '/account/cancellation', userToken };
    },
  ],
  ['switchSecondFactor', asOwner({ path: '/account/second-factor', body: { enabled: true, password: PASSWORD } })],
  [
    'changePassword',
    asOwner({ path: '/account/password', body: { current_password: PASSWORD, password: NEW_PASSWORD } }),
  ],
  [
    'endSession',
    async (server) => {
      const { userToken } = await owner(server);
      await server.api.login({ body: login });
      return { path: '/account/sessions/2', userToken };
    },
  ],
  [
    'endOtherSessions',
    async (server) => {
      const { userToken } = await owner(server);
      await server.api.login({ body: login });
      return { path: '/account/sessions', userToken };
    },
  ],
  [
    'resumeRegistration',
    async (server) => {
      await addOwner(server, ANN, { user: { customer_id: null } });
      return { path: '/account/registration', body: {}, userToken: await sessionToken(server, ANN) };
    },
  ],
  [
    'recordEvent',
    async () => ({ path: '/events', body: { family: 'login', state: 'form', at: '2025-03-05T12:00:00.000Z' } }),
  ],
];

async function send({ request }: TestServer, name: CallName, { path, body, userToken }: RequestTarget) {
  const answer = await request(API_PATH + path, {
    method: calls[name].method.toUpperCase(),
    headers: {
      'Idempotency-Key': 'one',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(userToken && { Authorization: `Bearer ${userToken}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const cookies = answer.headers.getSetCookie();
  return { status: answer.status, body: (await answer.json()) as unknown, cookies };
}

/** From now on the server is killed after so many commits: nothing after the commit happens. */
function crashAfter({ context: { db } }: TestServer, commits: number): () => void {
  const begin = db.transaction.bind(db);
  let left = commits;
  const transaction = vi.spyOn(db, 'transaction').mockImplementation(() => {
    const builder = begin();
    const execute = builder.execute.bind(builder);
    builder.execute = async (work) => {
      const result = await execute(work);
      left -= 1;
      if (left === 0) throw new Error('killed');
      return result;
    };
    return builder;
  });
  return () => transaction.mockRestore();
}

const compared = [
  'customers',
  'users',
  'sessions',
  'devices',
  'login_challenges',
  'tokens',
  'discounts',
  'invitations',
  'registrations',
  'reservations',
  'bank_attempts',
  'test_bank',
  'events',
] as const;

/** All that calls change; of mails only which there are, because they are being sent. */
async function stateOf({ context: { db } }: TestServer) {
  const tables = compared.map(async (table) => [table, await db.selectFrom(table).selectAll().execute()] as const);
  const mails = await db.selectFrom('outbox').select(['id', 'kind', 'recipient', 'topic']).orderBy('id').execute();
  return { ...Object.fromEntries(await Promise.all(tables)), mails };
}

async function startOn(database: string, env: Record<string, string>): Promise<TestServer> {
  if (database === 'SQLite') return startServer(env);
  const dataDir = emptyFolder();
  return startServer({ ...env, DATABASE_URL: await preparedDatabase(dataDir) }, { dataDir });
}

/** On the second database the same transactions run; a few calls show it. */
const onBoth: readonly CallName[] = ['createRegistration', 'login', 'acceptInvitation'];

const cases = rows.flatMap(([name, prepare, commits = 1, status = 'success']) => {
  const row = { name, prepare, commits, status };
  return [
    { database: 'SQLite', ...row },
    ...(binaries && onBoth.includes(name) ? [{ database: 'PostgreSQL', ...row }] : []),
  ];
});

describe('a call whose server died before it answered', () => {
  it.each(cases)('$name gets the stored response, and nothing is done twice ($database)', async (row) => {
    const { database, name, prepare, commits, status } = row;
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => void vi.restoreAllMocks());
    const server = await startOn(database, { COOL_DOWN_S: '0', ...(whenSetting[name] ?? off) });
    const request = await prepare(server);
    const before = await stateOf(server);
    const revive = crashAfter(server, commits);
    expect((await send(server, name, request)).status).toBe(500);
    revive();
    const done = await stateOf(server);
    expect(done).not.toEqual(before);

    const answer = await send(server, name, request);
    expect(answer.status < 300 ? 'success' : answer.status).toBe(status);
    expect(await stateOf(server)).toEqual(done);
    expect(await send(server, name, request)).toEqual(answer);
  });

  it('is tested for every call that takes a key', () => {
    const changing = Object.entries(calls).flatMap(([name, { method }]) => (method === 'get' ? [] : [name]));
    expect(new Set(rows.map(([name]) => name))).toEqual(new Set(changing));
  });
});

describe('a request whose server was killed before the commit', () => {
  it('is executed by the repetition once the claim is no longer renewed', async () => {
    const server = await startServer();
    const { db } = server.context;
    const answer = await send(server, 'createRegistration', { path: '/registrations', body: account });
    expect(answer.status).toBe(200);
    // As it is left by a killed server: claimed, without a response.
    await db
      .updateTable('idempotency')
      .set({ sealed: null, expires_at: server.clock.now() + 5_000 })
      .execute();
    await db.deleteFrom('registrations').execute();
    server.clock.forward(5);
    expect((await send(server, 'createRegistration', { path: '/registrations', body: account })).status).toBe(200);
    expect(await db.selectFrom('registrations').select('id').execute()).toHaveLength(1);
  });

  it('cannot commit after a repetition has taken over', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => void vi.restoreAllMocks());
    const server = await startServer();
    const { db, passwords } = server.context;
    const hash = passwords.hash;
    // While the password is hashed, the claim runs out and another request takes the key.
    vi.spyOn(passwords, 'hash').mockImplementationOnce(async (password) => {
      await db.updateTable('idempotency').set({ claim: 'another' }).execute();
      return hash(password);
    });
    const answer = await send(server, 'createRegistration', { path: '/registrations', body: account });
    expect(answer.status).toBe(503);
    expect(await db.selectFrom('registrations').select('id').execute()).toEqual([]);
    expect(await db.selectFrom('outbox').select('id').execute()).toEqual([]);
  });
});
