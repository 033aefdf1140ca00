import { describe, expect, it, vi } from 'vitest';
import { type CallName, calls } from '#contract/calls.ts';
import { API_PATH } from '#domain/hosts.ts';
import { userById } from '#server/login/user.ts';
import { numbersOf } from '#server/numbers/numberList.ts';
import { tokenHash } from '#server/platform/secrets.ts';
import { insertRegistration } from '#server/registration/creation.ts';
import { addOwner, PASSWORD } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { AREA, account, billing } from '../support/signUp.ts';

/*
 * Who may make which call. Each row is a call, each column a caller; what a caller is refused changes nothing, and what
 * one is allowed changes nothing that belongs to others.
 */

const callers = ['nobody', 'expired', 'disabled', 'unfinished', 'member', 'otherOwner', 'owner'] as const;
type Caller = (typeof callers)[number];

/** Ids of customer A, on which every caller tries the call; numbers that are free, one for each caller. */
type World = { memberId: number; invitationId: number; ownersOtherSession: number; numbers: string[] };

type Row = {
  call: CallName;
  /** In the order of `callers`: the status, and the code of an error. */
  expected: readonly string[];
  params?: (world: World) => Record<string, number | string>;
  body?: (world: World, caller: Caller) => unknown;
};

const LOGGED_OUT = '401 AU1005';
const UNFINISHED = '403 AU1008';
const OWNER_ONLY = '403 AU1007';
const NOT_FOUND = '404 AU1006';
const out = [LOGGED_OUT, LOGGED_OUT, LOGGED_OUT] as const;

/** Nobody in particular may call it: the response is the same for every caller. */
const everyone = (call: CallName, status: string, body?: unknown, params: Row['params'] = sessionToken): Row => ({
  call,
  expected: callers.map(() => status),
  params,
  ...(body !== undefined && { body: () => body }),
});

/** A session is no token of a link, a registration or an invitation, and opens none of them. */
const SESSION = 'token-of-the-owner';
const tokenNames = ['customer_token', 'reset_token', 'registration_token', 'invitation_token', 'nonce'] as const;
const sessionToken = () => ({
  ...Object.fromEntries(tokenNames.map((name) => [name, SESSION])),
  coverage_id: AREA,
  number_id: AREA,
  invitation_id: 1,
});

const unfinishedAndAll = (...last: readonly string[]) => [...out, ...last];
const memberId = ({ memberId: user_id }: World) => ({ user_id });

const rows: Row[] = [
  { call: 'logOut', expected: unfinishedAndAll('200', '200', '200', '200') },
  { call: 'readAccount', expected: unfinishedAndAll(UNFINISHED, '200', '200', '200') },
  { call: 'resumeRegistration', expected: unfinishedAndAll('201', '409 RG1002', '409 RG1002', '409 RG1002') },
  { call: 'readTeam', expected: unfinishedAndAll(UNFINISHED, '200', '200', '200') },
  { call: 'assignAddOn', expected: unfinishedAndAll(UNFINISHED, OWNER_ONLY, NOT_FOUND, '200'), params: memberId },
  { call: 'removeAddOn', expected: unfinishedAndAll(UNFINISHED, OWNER_ONLY, NOT_FOUND, '200'), params: memberId },
  // Removing a person who does not exist does nothing, and succeeds as for one who was removed before.
  { call: 'removeTeammate', expected: unfinishedAndAll(UNFINISHED, OWNER_ONLY, '200', '200'), params: memberId },
  {
    call: 'changeUsers',
    expected: unfinishedAndAll(UNFINISHED, OWNER_ONLY, '200', '200'),
    body: () => ({ users: 9 }),
  },
  {
    call: 'inviteTeammate',
    expected: unfinishedAndAll(UNFINISHED, OWNER_ONLY, '201', '201'),
    body: () => ({ email: 'new@example.com' }),
  },
  {
    call: 'revokeInvitation',
    expected: unfinishedAndAll(UNFINISHED, OWNER_ONLY, '200', '200'),
    params: ({ invitationId: invitation_id }) => ({ invitation_id }),
  },
  {
    call: 'listAccountNumbers',
    expected: unfinishedAndAll(UNFINISHED, OWNER_ONLY, '200', '200'),
    params: () => ({ coverage_id: AREA }),
  },
  { call: 'listAccountPackages', expected: unfinishedAndAll(UNFINISHED, OWNER_ONLY, '200', '200') },
  {
    call: 'changeNumber',
    expected: unfinishedAndAll(UNFINISHED, OWNER_ONLY, '200', '200'),
    body: ({ numbers }, caller) => ({ number: numbers[callers.indexOf(caller) % 2], number_id: AREA }),
  },
  { call: 'cancelTrial', expected: unfinishedAndAll(UNFINISHED, OWNER_ONLY, '200', '200') },
  { call: 'undoCancellation', expected: unfinishedAndAll(UNFINISHED, OWNER_ONLY, '200', '200') },
  {
    call: 'switchSecondFactor',
    expected: unfinishedAndAll(UNFINISHED, '200', '200', '200'),
    body: () => ({ enabled: true, password: PASSWORD, end_other_sessions: true }),
  },
  {
    call: 'changePassword',
    expected: unfinishedAndAll('200', '200', '200', '200'),
    body: () => ({ current_password: PASSWORD, password: 'nine slow elephants' }),
  },
  { call: 'listSessions', expected: unfinishedAndAll('200', '200', '200', '200') },
  {
    call: 'endSession',
    expected: unfinishedAndAll(NOT_FOUND, NOT_FOUND, NOT_FOUND, '200'),
    params: ({ ownersOtherSession: session_id }) => ({ session_id }),
  },
  { call: 'endOtherSessions', expected: unfinishedAndAll('200', '200', '200', '200') },

  everyone('login', '401 AU1001', { email: 'owner@example.com', password: 'a wrong guess', remember_me: false }),
  everyone('confirmCustomer', NOT_FOUND),
  everyone('redeemDiscount', NOT_FOUND),
  everyone('resendConfirmation', '200', { email: 'owner@example.com' }),
  everyone('resendLoginCode', NOT_FOUND),
  everyone('loginWithCode', '400 AU1003', { code: '123456', nonce: SESSION }),
  everyone('resetPassword', NOT_FOUND, { password: 'nine slow elephants', token: SESSION }),
  everyone('readReset', NOT_FOUND),
  // For an address that has an account it makes a new link, after the response.
  everyone('requestReset', '200', { email: 'stranger@example.com' }),
  everyone('readRegistration', '404 RG1001'),
  everyone('createRegistration', '200', account),
  everyone('updateRegistration', '404 RG1001', billing),
  everyone('resendRegistrationCode', '404 RG1001'),
  everyone('openRegistrationSession', '404 RG1001'),
  everyone('joinTeam', '404 RG1001'),
  everyone('listPackages', '404 RG1001'),
  everyone('listNumbers', '404 RG1001'),
  everyone('listCoverages', '200'),
  everyone('readDictionaries', '200'),
  everyone('readCoverageDictionaries', '200'),
  everyone('readCoverage', '200'),
  everyone('readInvitation', NOT_FOUND),
  everyone('acceptInvitation', NOT_FOUND, { first_name: 'N', last_name: 'N', password: 'nine slow elephants' }),
  everyone('recordEvent', '202', { family: 'login', state: 'form', at: '2025-03-05T12:00:00.000Z' }),
];

/** The tokens of the callers' sessions; nobody has none. */
const tokens: Record<Exclude<Caller, 'nobody'>, string> = {
  expired: 'token-that-has-expired',
  disabled: 'token-of-a-disabled-user',
  unfinished: 'token-of-an-unfinished-sign-up',
  member: 'token-of-a-member',
  otherOwner: 'token-of-another-owner',
  owner: SESSION,
};

/** Callers with an account; an expired session belongs to none. */
const emails: Partial<Record<Caller, string>> = {
  disabled: 'disabled@example.com',
  unfinished: 'unfinished@example.com',
  member: 'member@example.com',
  otherOwner: 'other@example.com',
  owner: 'owner@example.com',
};

async function build(server: TestServer): Promise<World> {
  const { db, now } = server.context;
  const { userId: owner, customerId } = await addOwner(server, 'owner@example.com', { customer: { nb_cx_bundles: 2 } });
  const of = (email: string, user: object) => addOwner(server, email, { user });
  const { userId: member } = await of('member@example.com', { customer_id: customerId, role: 'member' });
  const { userId: disabled } = await of('disabled@example.com', { customer_id: customerId, disabled_at: now() });
  const { userId: unfinished } = await of('unfinished@example.com', { customer_id: null });
  const { userId: otherOwner } = await of('other@example.com', {});
  const session = (user_id: number, token: string, life = 86_400_000) => ({
    user_id,
    token_hash: tokenHash(token),
    companion_hash: null,
    device: '',
    created_at: now(),
    last_seen_at: now(),
    expires_at: now() + life,
  });
  await db
    .insertInto('sessions')
    .values([
      session(owner, tokens.owner),
      session(owner, tokens.expired, 0),
      session(disabled, tokens.disabled),
      session(unfinished, tokens.unfinished),
      session(member, tokens.member),
      session(otherOwner, tokens.otherOwner),
    ])
    .execute();
  const others = await db
    .insertInto('sessions')
    .values([owner, member, otherOwner].map((userId) => session(userId, `another of ${userId}`)))
    .returning('id')
    .execute();
  const invited = { email: 'invited@example.com', email_key: 'invited@example.com', token_hash: 'invitation' };
  const { id: invitationId } = await db
    .insertInto('invitations')
    .values({
      ...invited,
      customer_id: customerId,
      invited_by: owner,
      expires_at: now() + 86_400_000,
      accepted_at: null,
      revoked_at: null,
      created_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const id of [owner, member, disabled, unfinished, otherOwner]) await addAccess(server, id);
  const { numbers } = await numbersOf(server.context, String(AREA), { customer_id: customerId });
  const ownersOtherSession = others[0]?.id ?? 0;
  return { memberId: member, invitationId, ownersOtherSession, numbers: numbers.map(({ e164 }) => e164) };
}

/** Every other way into a user's account: a device, a login that waits, a link, a provider, open sign-ups. */
async function addAccess({ context }: TestServer, user_id: number): Promise<void> {
  const { db, now } = context;
  const times = { created_at: now(), expires_at: now() + 3_600_000 };
  const row = { user_id, ...times };
  const code = { code_hash: 'x', code_expires_at: times.expires_at, remember_me: 0, resend_at: null, ended_at: null };
  await db
    .insertInto('devices')
    .values({ ...row, fingerprint_hash: `device of ${user_id}` })
    .execute();
  await db
    .insertInto('login_challenges')
    .values({ ...row, ...code, nonce_hash: `nonce of ${user_id}` })
    .execute();
  const link = { purpose: 'reset', discount_id: null, used_at: null, token_hash: `link of ${user_id}` } as const;
  await db
    .insertInto('tokens')
    .values({ ...row, ...link })
    .execute();
  const provider = { provider: 'google', issuer: 'https://accounts.example', email: 'x@example.com' } as const;
  await db
    .insertInto('sso_identities')
    .values({ ...provider, user_id, subject: `subject of ${user_id}`, email_verified: 1, created_at: now() })
    .execute();
  const { email } = await userById(db, user_id);
  const start = { step: '3', language: 'en', currency: 'USD', first_name: '', last_name: '', email } as const;
  await db.transaction().execute(async (tx) => {
    await insertRegistration(context, tx, { ...start, user_id, resume_hash: `resumed by ${user_id}` });
    await insertRegistration(context, tx, start);
  });
}

/** All that belongs to anybody but the caller and the caller's own customer. */
async function belongingToOthers({ context: { db } }: TestServer, caller: Caller) {
  const own = await db
    .selectFrom('users')
    .select(['id', 'customer_id'])
    .where('email', '=', emails[caller] ?? '')
    .executeTakeFirst();
  const me = own?.id ?? 0;
  const ours = caller === 'owner' || caller === 'otherOwner' ? (own?.customer_id ?? 0) : 0;
  const team = await db.selectFrom('users').select('id').where('customer_id', '=', ours).execute();
  const us = [me, ...team.map(({ id }) => id)];
  const of = (table: 'sessions' | 'devices' | 'login_challenges' | 'tokens' | 'sso_identities') =>
    db.selectFrom(table).selectAll().where('user_id', 'not in', us).orderBy('id').execute();
  const others = db.selectFrom('users').select('email_key').where('id', 'not in', us);
  return {
    customers: await db.selectFrom('customers').selectAll().where('id', '!=', ours).orderBy('id').execute(),
    users: await db.selectFrom('users').selectAll().where('id', 'not in', us).orderBy('id').execute(),
    sessions: await of('sessions'),
    devices: await of('devices'),
    challenges: await of('login_challenges'),
    links: await of('tokens'),
    identities: await of('sso_identities'),
    signUps: await db.selectFrom('registrations').selectAll().where('email_key', 'in', others).orderBy('id').execute(),
    invitations: await db.selectFrom('invitations').selectAll().where('customer_id', '!=', ours).execute(),
    reservations: await db
      .selectFrom('reservations')
      .selectAll()
      .where((row) => row.or([row('customer_id', 'is', null), row('customer_id', '!=', ours)]))
      .execute(),
  };
}

/** Everything that a rejected call must not change. */
async function everything(server: TestServer) {
  const { db } = server.context;
  const registrations = await db.selectFrom('registrations').selectAll().execute();
  const mails = await db.selectFrom('outbox').select(['kind', 'recipient']).execute();
  return { ...(await belongingToOthers(server, 'nobody')), registrations, mails };
}

async function ask({ request }: TestServer, { call, params, body }: Row, world: World, caller: Caller) {
  const { method, path } = calls[call];
  const values = params?.(world) ?? {};
  const address = path.replace(/:(\w+)/g, (_, name: string) => String(values[name]));
  const sent = method === 'get' ? undefined : body?.(world, caller);
  const answer = await request(API_PATH + address, {
    method: method.toUpperCase(),
    headers: {
      ...(caller !== 'nobody' && { Authorization: `Bearer ${tokens[caller]}` }),
      ...(sent !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(sent !== undefined && { body: JSON.stringify(sent) }),
  });
  const { errors } = (await answer.json()) as { errors?: { code: string }[] };
  return [answer.status, errors?.[0]?.code].filter(Boolean).join(' ');
}

describe('who may make which call', () => {
  it.each(rows)('$call', async (row) => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    // Mails to nobody are dropped at some time; here only which ones there are counts.
    vi.spyOn(server.context, 'wakeMail').mockReturnValue();
    const world = await build(server);
    const seen: string[] = [];
    for (const caller of callers) {
      const [others, all] = [await belongingToOthers(server, caller), await everything(server)];
      const outcome = await ask(server, row, world, caller);
      seen.push(outcome);
      expect(await belongingToOthers(server, caller), caller).toEqual(others);
      if (outcome.startsWith('4')) expect(await everything(server), caller).toEqual(all);
    }
    expect(seen).toEqual(row.expected);
  });

  it('is in the table for every call', () => {
    expect(rows.map(({ call }) => call).sort()).toEqual(Object.keys(calls).sort());
  });

  it('beyond the table there are only routes that look at no session, or of pages on this machine', async () => {
    const server = await startServer();
    const inTable = new Set(
      Object.values(calls).map(({ method, path }) => `${method.toUpperCase()} ${API_PATH}${path}`),
    );
    const others = server.app.routes
      .map(({ method, path }) => `${method} ${path}`)
      .filter((route) => !inTable.has(route));
    const signOn = /^(GET|POST) \/v1\/phone\/(registrations\/)?sso\//;
    const known =
      /^(GET \/(healthz|readyz|openapi|typeface|\.well-known)|POST \/v1\/phone\/csp-reports|\w+ \/(bank|provider|inbox)|ALL \/)/;
    expect([...new Set(others)].filter((route) => !signOn.test(route) && !known.test(route))).toEqual([]);
  });

  it.each(callers.filter((caller) => caller !== 'nobody' && caller !== 'expired' && caller !== 'disabled'))(
    '%s sees the people of their own team only',
    async (caller) => {
      const server = await startServer({ TWO_FACTOR: 'off' });
      await build(server);
      const answer = await server.request(`${API_PATH}/account/team`, {
        headers: { Authorization: `Bearer ${tokens[caller as 'owner']}` },
      });
      const text = await answer.text();
      const isOfTeam = caller === 'owner' || caller === 'member';
      expect(text.includes('member@example.com')).toBe(isOfTeam);
      expect(text.includes('invited@example.com')).toBe(isOfTeam);
      expect(text.includes('other@example.com')).toBe(caller === 'otherOwner');
    },
  );
});
