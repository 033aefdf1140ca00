import { describe, expect, it, test } from 'vitest';
import type { CallOutput } from '#contract/call.ts';
import type { Calls } from '#contract/calls.ts';
import { tokenHash } from '#server/platform/secrets.ts';
import { joinTeam } from '#server/registration/joining.ts';
import { findRegistration } from '#server/registration/registration.ts';
import { as, EMAIL as OWNER } from '#tests/support/account.ts';
import { codesOf, failureOf, fieldOf } from '#tests/support/failures.ts';
import { addOwner, codeFor, mailsTo, tokenFor } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { account, begin, beginVerified, billing, chooseNumber, EMAIL, read, submit } from '#tests/support/signUp.ts';
import {
  atTheApp,
  cookieOf,
  fromLogin,
  fromSignup,
  providerPerson,
  providers,
  signOn,
} from '#tests/support/ssoWalk.ts';
import { startServerOnPort } from '#tests/support/visitor.ts';

/** As the owner writes it, and as the provider does. */
const INVITED = 'New.Member@Acme.example';
const VERIFIED = 'new.member@acme.example';
const NEWCOMER = { first_name: 'Nora', last_name: 'New' };

async function invite(server: TestServer, email = INVITED, owner = OWNER) {
  const { customerId } = await addOwner(server, owner, { customer: { company: 'Acme' } });
  const me = await as(server, owner);
  await me.inviteTeammate({ body: { email } });
  return { customerId, me, token: await tokenFor(server, email, 'invitation') };
}

/** The same where the owner would need a code to log in. */
async function addInvitation(server: TestServer) {
  const { customerId, userId } = await addOwner(server, OWNER);
  const { db, now } = server.context;
  const { id } = await db
    .insertInto('invitations')
    .values({
      customer_id: customerId,
      invited_by: userId,
      email: INVITED,
      email_key: VERIFIED,
      token_hash: tokenHash('t'.repeat(43)),
      expires_at: now() + 1000_000,
      accepted_at: null,
      revoked_at: null,
      created_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { customerId, id };
}

type Invited = Awaited<ReturnType<typeof invite>>;

const off = { TWO_FACTOR: 'off' };
const fromInvitation = (provider: string, token: string, locale = 'en') =>
  `${fromLogin(provider, locale)}&invitation=${token}`;
const userOf = ({ context }: TestServer, email_key: string) =>
  context.db.selectFrom('users').selectAll().where('email_key', '=', email_key).executeTakeFirst();
const customers = async ({ context }: TestServer) =>
  (await context.db.selectFrom('customers').select('id').execute()).length;
const openInvitations = ({ context }: TestServer) =>
  context.db.selectFrom('invitations').selectAll().where('accepted_at', 'is', null).execute();
const registrationOf = (url: URL) => url.searchParams.get('token') ?? '';

/** The person who joins is a member of the inviting team and logged in, and no invitation is left open. */
async function expectMember(server: TestServer, customerId: number, names: Partial<typeof NEWCOMER> = NEWCOMER) {
  const user = await userOf(server, VERIFIED);
  expect(user).toMatchObject({ ...names, customer_id: customerId, role: 'member', email: expect.any(String) });
  expect(user?.confirmed_at).not.toBeNull();
  expect(await openInvitations(server)).toEqual([]);
  expect(await customers(server)).toBe(1);
  return user;
}

describe.each(providers)('on the page of the invitation, by %s', (provider) => {
  it('adds the person with the verified invited address, whatever its case', async () => {
    const server = await startServerOnPort(off);
    const { customerId, token } = await invite(server);
    const visitor = atTheApp(server);
    const end = await signOn(server, visitor, fromInvitation(provider, token, 'de'), providerPerson(VERIFIED));
    expect([end.pathname, end.search]).toEqual(['/de/app/', '']);
    const user = await expectMember(server, customerId);
    expect(cookieOf(visitor, 'auth')).toMatchObject({ user_id: user?.id });
    // From now on the provider is known: the next login needs no invitation.
    const later = atTheApp(server);
    expect((await signOn(server, later, fromLogin(provider), providerPerson(VERIFIED))).pathname).toBe('/app/');
    expect(cookieOf(later, 'auth')).toMatchObject({ user_id: user?.id });
  });

  it.each([
    ['an address that nobody has verified', { isVerified: undefined }, VERIFIED, "hasn't verified your email address"],
    ['another address', {}, 'other@acme.example', 'is for a different email address'],
    ['no address', {}, '', "hasn't verified your email address"],
  ])('rejects %s with a message, and the invitation stays open', async (_what, more, email, words) => {
    const server = await startServerOnPort(off);
    const { token } = await invite(server);
    const end = await signOn(server, atTheApp(server), fromInvitation(provider, token), providerPerson(email, more));
    expect(end.pathname).toBe('/login/');
    expect(end.searchParams.get('invitation')).toBe(token);
    expect(end.searchParams.get('error')).toContain(words);
    expect(await openInvitations(server)).toHaveLength(1);
    expect(await server.context.db.selectFrom('registrations').selectAll().execute()).toEqual([]);
    expect(await userOf(server, VERIFIED)).toBeUndefined();
  });

  it('redirects back after the visitor cancels', async () => {
    const server = await startServerOnPort(off);
    const { token } = await invite(server);
    const refused = await signOn(server, atTheApp(server), fromInvitation(provider, token), { sample: 'refuse' });
    expect(refused.pathname).toBe('/login/');
    expect(refused.searchParams.get('invitation')).toBe(token);
    expect(refused.searchParams.get('error')).toMatch(/^You cancelled the .+ login\. Choose how to continue\.$/);
  });
});

describe('on the page of the invitation', () => {
  const revoke = async ({ me }: Invited) => {
    const { invitations } = (await me.readTeam({})).data.data;
    await me.revokeInvitation({ params: { invitation_id: String(invitations[0]?.id) } });
  };
  const expire = async (_: Invited, { clock }: TestServer) => clock.forward(7 * 86_400);

  it.each([
    ['revoked', revoke],
    ['expired', expire],
  ])('rejects an invitation that is %s, with a page that says so', async (_, close) => {
    const server = await startServerOnPort(off);
    const invited = await invite(server);
    const { token } = invited;
    await close(invited, server);
    const end = await signOn(server, atTheApp(server), fromInvitation('google', token), providerPerson(VERIFIED));
    expect([end.pathname, [...end.searchParams.keys()]]).toEqual(['/login/', ['invitation']]);
    expect(await userOf(server, VERIFIED)).toBeUndefined();
  });

  it('leaves an account of another team unchanged and shows why it cannot join', async () => {
    const server = await startServerOnPort(off);
    const { token } = await invite(server);
    const { customerId } = await addOwner(server, VERIFIED);
    const end = await signOn(server, atTheApp(server), fromInvitation('google', token), providerPerson(VERIFIED));
    expect(end.searchParams.get('error')).toContain('already have an account with this email address');
    expect(await userOf(server, VERIFIED)).toMatchObject({ customer_id: customerId, role: 'owner' });
    expect(await openInvitations(server)).toHaveLength(1);
  });

  it('logs in a person who has already joined', async () => {
    const server = await startServerOnPort(off);
    const { customerId, token } = await invite(server);
    for (let times = 0; times < 2; times += 1) {
      const end = await signOn(server, atTheApp(server), fromInvitation('google', token), providerPerson(VERIFIED));
      expect(end.pathname).toBe('/app/');
    }
    await expectMember(server, customerId);
  });

  it('gives the person who joins their own identity, and nobody else’s', async () => {
    const server = await startServerOnPort(off);
    const { token } = await invite(server);
    await signOn(server, atTheApp(server), fromLogin('google'), providerPerson('other@acme.example'));
    await signOn(server, atTheApp(server), fromInvitation('google', token), providerPerson(VERIFIED));
    const rows = await server.context.db.selectFrom('sso_identities').select(['email', 'user_id']).execute();
    const id = (await userOf(server, VERIFIED))?.id;
    expect(Object.fromEntries(rows.map(({ email, user_id }) => [email, user_id]))).toEqual({
      'other@acme.example': null,
      [VERIFIED]: id,
    });
  });

  it('logs in a member who opens another invitation of the same team', async () => {
    const server = await startServerOnPort(off);
    const { me, token } = await invite(server);
    await signOn(server, atTheApp(server), fromInvitation('google', token), providerPerson(VERIFIED));
    await me.inviteTeammate({ body: { email: 'other@acme.example' } });
    const again = await tokenFor(server, 'other@acme.example', 'invitation');
    const end = await signOn(server, atTheApp(server), fromInvitation('google', again), providerPerson(VERIFIED));
    expect([end.pathname, end.search]).toEqual(['/app/', '']);
    expect(await openInvitations(server)).toHaveLength(1);
  });

  it('requires the second factor if the policy is always', async () => {
    const server = await startServerOnPort({ TWO_FACTOR: 'always' });
    const { customerId } = await addInvitation(server);
    const path = fromInvitation('google', 't'.repeat(43));
    expect((await signOn(server, atTheApp(server), path, providerPerson(VERIFIED))).pathname).toBe('/login2fa/');
    await expectMember(server, customerId);
  });

  it.each([
    ['no name', ' ', ' ', 'New.Member', ''],
    ['a first name', 'Nora', ' ', 'Nora', ''],
    ['a last name', ' ', 'New', '', 'New'],
  ])('names a member by the address only if the provider shares %s', async (_what, firstName, lastName, ...names) => {
    const server = await startServerOnPort(off);
    const { customerId, token } = await invite(server);
    const person = { ...providerPerson(VERIFIED), firstName, lastName };
    await signOn(server, atTheApp(server), fromInvitation('google', token), person);
    const [first_name = '', last_name = ''] = names;
    await expectMember(server, customerId, { first_name, last_name });
  });

  it.each(['', 'x', 'a b', '../../etc', 'x'.repeat(500), '%00'])('rejects the token %j', async (token) => {
    const server = await startServerOnPort(off);
    await invite(server);
    const path = fromInvitation('google', encodeURIComponent(token));
    const end = await signOn(server, atTheApp(server), path, providerPerson('nobody@acme.example'));
    expect(end.pathname).toBe('/signup/');
  });

  it('does not reveal the token to another browser by the state parameter', async () => {
    const server = await startServerOnPort(off);
    const { token } = await invite(server);
    const flow = await atTheApp(server).go(server.context.config.publicUrl + fromInvitation('google', token));
    const rows = await server.context.db.selectFrom('sso_flows').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(flow.url.href).not.toContain(token);
  });
});

describe('by single sign-on without the link', () => {
  it.each([
    ['login', fromLogin],
    ['sign-up', fromSignup],
  ])('a person who comes from %s with the verified address is asked, and joins', async (_from, path) => {
    const server = await startServerOnPort(off);
    const { customerId } = await invite(server);
    const end = await signOn(server, atTheApp(server), path('google'), providerPerson(VERIFIED));
    expect(end.pathname).toBe('/signup/');
    const registration_token = registrationOf(end);
    const { step, invitations } = await read(server.api, registration_token);
    expect(step).toBe('2-sso');
    expect(invitations).toEqual([{ id: expect.any(Number), company: 'Acme', invited_by: 'Ann Owner' }]);

    const params = { registration_token, invitation_id: String(invitations?.[0]?.id) };
    const joined = await server.api.joinTeam({ params });
    expect(joined.status).toBe(201);
    const user = await expectMember(server, customerId);
    expect(joined.data).toMatchObject({ user_id: user?.id, user_token: expect.any(String) });
    const visitor = atTheApp(server);
    expect((await signOn(server, visitor, fromLogin('google'), providerPerson(VERIFIED))).pathname).toBe('/app/');
  });

  it('requires the second factor if the policy is always; a code of the sign-up is one already', async () => {
    const server = await startServerOnPort({ TWO_FACTOR: 'always' });
    const { id } = await addInvitation(server);
    const end = await signOn(server, atTheApp(server), fromSignup('google'), providerPerson(VERIFIED));
    const params = { registration_token: registrationOf(end), invitation_id: String(id) };
    const joined = await server.api.joinTeam({ params });
    expect(joined).toMatchObject({ status: 202, data: { nonce: expect.any(String) } });
    const nonce = 'nonce' in joined.data ? joined.data.nonce : '';
    const { data } = await server.api.loginWithCode({ body: { nonce, code: await codeFor(server, VERIFIED) } });
    expect(data.user_id).toBe((await userOf(server, VERIFIED))?.id);
    // Nobody has asked to stay logged in.
    const member = server.client({ userToken: data.user_token });
    expect((await member.readAccount({})).status).toBe(200);
    server.clock.forward(86_400);
    expect((await failureOf(member.readAccount({}))).status).toBe(401);

    const other = await startServer({ TWO_FACTOR: 'always' });
    const again = await addInvitation(other);
    const registration_token = await beginVerified(other, { email: VERIFIED });
    const byCode = { registration_token, invitation_id: String(again.id) };
    expect((await other.api.joinTeam({ params: byCode })).status).toBe(201);
  });

  it('counts as a mail with a login code, which it may send; after a code of the sign-up it sends none', async () => {
    const server = await startServerOnPort({ TWO_FACTOR: 'always', COOL_DOWN_S: '0' });
    const { id } = await addInvitation(server);
    const here = server.client({ address: '203.0.113.7' });
    const tries = async (registration_token: string) => {
      const statuses: number[] = [];
      for (let count = 0; count < 9; count += 1) {
        const params = { registration_token, invitation_id: '0' };
        statuses.push((await failureOf(here.joinTeam({ params }))).status);
      }
      return statuses;
    };
    expect(await tries(await beginVerified(server, { email: VERIFIED }))).toEqual(Array(9).fill(404));

    const end = await signOn(server, atTheApp(server), fromSignup('google'), providerPerson(VERIFIED));
    const registration_token = registrationOf(end);
    expect(await tries(registration_token)).toEqual([...Array(8).fill(404), 429]);
    const elsewhere = server.client({ address: '198.51.100.9' });
    const joined = await elsewhere.joinTeam({ params: { registration_token, invitation_id: String(id) } });
    expect(joined.status).toBe(202);
    const nonce = 'nonce' in joined.data ? joined.data.nonce : '';
    expect((await failureOf(here.resendLoginCode({ params: { nonce } }))).status).toBe(429);
    expect((await elsewhere.resendLoginCode({ params: { nonce } })).status).toBe(202);
  });

  it('also works plan-first', async () => {
    const server = await startServerOnPort({ ...off, SIGNUP_ORDER: 'plan-first' });
    const { customerId } = await invite(server);
    const end = await signOn(server, atTheApp(server), fromSignup('google'), providerPerson(VERIFIED));
    const registration_token = registrationOf(end);
    const { invitations } = await read(server.api, registration_token);
    await server.api.joinTeam({ params: { registration_token, invitation_id: String(invitations?.[0]?.id) } });
    await expectMember(server, customerId);
  });

  it('shows no invitation to an unverified address before its code', async () => {
    const server = await startServerOnPort(off);
    const { customerId } = await invite(server);
    const unverified = providerPerson(VERIFIED, { isVerified: undefined });
    const end = await signOn(server, atTheApp(server), fromLogin('google'), unverified);
    const token = registrationOf(end);
    expect(await read(server.api, token)).not.toHaveProperty('invitations');
    const { id } = (await openInvitations(server))[0] ?? { id: 0 };
    const params = { registration_token: token, invitation_id: String(id) };
    expect(await codesOf(server.api.joinTeam({ params }))).toEqual([409, 'RG1002']);
    await submit(server.api, token, { step: '2-sso', ...NEWCOMER });
    expect(await read(server.api, token)).not.toHaveProperty('invitations');
    const verification_code = await codeFor(server, VERIFIED);
    const { data } = await submit(server.api, token, { step: '2', verification_code });
    expect(data).toMatchObject({ invitations: [{ id }] });
    await server.api.joinTeam({ params });
    await expectMember(server, customerId);
  });
});

describe('by a sign-up with a password', () => {
  const invitedTo = (answer: CallOutput<Calls['updateRegistration']>) =>
    (answer.data as { invitations?: { id: number }[] }).invitations;

  it('offers the team once the address is verified; joining keeps names and password', async () => {
    const server = await startServer(off);
    const { customerId } = await invite(server);
    const token = await begin(server, { email: 'NEW.member@acme.example' });
    expect(await read(server.api, token)).not.toHaveProperty('invitations');
    const verification_code = await codeFor(server, VERIFIED);
    const [invitation] = invitedTo(await submit(server.api, token, { step: '2', verification_code })) ?? [];
    expect(await read(server.api, token)).toMatchObject({ invitations: [{ id: invitation?.id, company: 'Acme' }] });

    const params = { registration_token: token, invitation_id: String(invitation?.id) };
    const joined = await server.api.joinTeam({ params });
    expect(joined.status).toBe(201);
    await expectMember(server, customerId, { first_name: 'Nina', last_name: 'Newman' });
    const member = await as(server, VERIFIED, account.password);
    expect((await member.readAccount({})).data.data).toMatchObject({ company: 'Acme', user: { role: 'member' } });
    expect((await member.readTeam({})).data.data.users).toHaveLength(2);
  });

  it('ends the sign-up: it accepts no order and opens no session', async () => {
    const server = await startServer(off);
    await invite(server);
    const token = await beginVerified(server, { email: VERIFIED });
    await chooseNumber(server, token);
    const [invitation] = (await read(server.api, token)).invitations ?? [];
    const params = { registration_token: token, invitation_id: String(invitation?.id) };
    await server.api.joinTeam({ params });
    expect(await read(server.api, token)).toEqual({
      data: {},
      step: '4',
      completed_at: expect.any(String),
      number_id: null,
    });
    expect(await codesOf(submit(server.api, token, billing))).toEqual([409, 'RG1002']);
    expect(await codesOf(server.api.joinTeam({ params }))).toEqual([409, 'RG1002']);
    expect(await codesOf(server.api.openRegistrationSession({ params }))).toEqual([404, 'AU1006']);
    expect(await server.context.db.selectFrom('reservations').selectAll().execute()).toEqual([]);
    const row = await server.context.db.selectFrom('registrations').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ password_hash: null, code_hash: null });
  });

  it('a person can start a separate account, and the invitation stays open', async () => {
    const server = await startServer(off);
    await invite(server);
    const token = await beginVerified(server, { email: VERIFIED });
    await chooseNumber(server, token);
    const { data } = await submit(server.api, token, billing);
    expect(data).toEqual({ token, step: '4', completed_at: expect.any(String) });
    expect(await userOf(server, VERIFIED)).toMatchObject({ role: 'owner' });
    expect(await customers(server)).toBe(2);
    expect(await openInvitations(server)).toHaveLength(1);
  });

  it('twenty concurrent joins create one member', async () => {
    const server = await startServer(off);
    const { customerId } = await invite(server);
    const token = await beginVerified(server, { email: VERIFIED });
    const [invitation] = (await read(server.api, token)).invitations ?? [];
    const params = { registration_token: token, invitation_id: String(invitation?.id) };
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => server.client({}).joinTeam({ params })));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expectMember(server, customerId, { first_name: 'Nina' });
  });

  it('lists all inviting teams, the latest first, and nothing of other teams', async () => {
    const server = await startServer(off);
    await invite(server);
    await invite(server, VERIFIED.toUpperCase(), 'zoe@example.com');
    await (await as(server, 'zoe@example.com')).inviteTeammate({ body: { email: 'other@acme.example' } });
    const token = await beginVerified(server, { email: VERIFIED });
    const { invitations = [] } = await read(server.api, token);
    expect(invitations).toHaveLength(2);
    expect(invitations[0]?.id).toBeGreaterThan(invitations[1]?.id ?? 0);
    const others = (await openInvitations(server)).find(({ email_key }) => email_key === 'other@acme.example');
    for (const id of [others?.id, 0, 'x', '']) {
      const params = { registration_token: token, invitation_id: String(id) || '-' };
      expect(await codesOf(server.api.joinTeam({ params }))).toEqual([404, 'AU1006']);
    }
  });

  it('rejects an invitation that was revoked meanwhile', async () => {
    const server = await startServer(off);
    const { me } = await invite(server);
    const token = await beginVerified(server, { email: VERIFIED });
    const [invitation] = (await read(server.api, token)).invitations ?? [];
    await me.revokeInvitation({ params: { invitation_id: String(invitation?.id) } });
    const params = { registration_token: token, invitation_id: String(invitation?.id) };
    const { status, errors } = await failureOf(server.api.joinTeam({ params }));
    expect([status, errors]).toEqual([
      404,
      [{ code: 'AU1006', field: '', message: 'This invitation is no longer open.' }],
    ]);
    expect(await read(server.api, token)).not.toHaveProperty('invitations');
  });

  it('that joins a team in another tab meanwhile is over, and joins no second one', async () => {
    const server = await startServer(off);
    const { context } = server;
    await invite(server);
    await invite(server, VERIFIED, 'zoe@example.com');
    const token = await beginVerified(server, { email: VERIFIED });
    const begun = await findRegistration(context, token);
    const [first, second] = (await read(server.api, token)).invitations ?? [];
    await server.api.joinTeam({ params: { registration_token: token, invitation_id: String(first?.id) } });
    const joining = context.db.transaction().execute((tx) => joinTeam(context, tx, begun, second?.id ?? 0));
    await expect(joining).rejects.toMatchObject({ problems: [{ name: 'stepRejected' }] });
    expect(await openInvitations(server)).toMatchObject([{ id: second?.id }]);
  });

  it('offers the team to a person who returns to an open sign-up', async () => {
    const server = await startServer(off);
    const token = await beginVerified(server, { email: VERIFIED });
    expect(await read(server.api, token)).not.toHaveProperty('invitations');
    await invite(server);
    const me = await as(server, VERIFIED, account.password);
    const resumed = (await me.resumeRegistration({})).data.token;
    expect(await read(server.api, resumed)).toMatchObject({ invitations: [{ company: 'Acme' }] });
  });
});

describe('by a sign-up with a password that asks for no code (plan-first)', () => {
  const planFirst = { ...off, SIGNUP_ORDER: 'plan-first' };
  const subjects = async (server: TestServer, to: string) => (await mailsTo(server, to)).map(({ subject }) => subject);

  it('sends a mail with a link that joins the team; the earlier link stays valid', async () => {
    const server = await startServer(planFirst);
    const { customerId, token } = await invite(server);
    await begin(server, { email: VERIFIED });
    const [mail] = await mailsTo(server, VERIFIED);
    expect(mail?.subject).toBe('Ann Owner invited you to Ringwell');
    expect(mail?.text).toContain('has started to sign up with this address. Ann Owner has already invited you');
    expect(mail?.text).toContain("you don't choose a plan or enter a card");
    const reminded = await tokenFor(server, VERIFIED, 'invitation');
    expect(reminded).not.toBe(token);
    for (const invitation_token of [token, reminded]) {
      const { data } = await server.api.readInvitation({ params: { invitation_token } });
      expect(data.data).toMatchObject({ company: 'Acme', invited_by: 'Ann Owner' });
    }
    const body = { ...NEWCOMER, password: 'another long sentence' };
    await server.api.acceptInvitation({ params: { invitation_token: reminded }, body });
    await expectMember(server, customerId);
    const repeated = server.api.acceptInvitation({ params: { invitation_token: token }, body });
    expect(await codesOf(repeated)).toEqual([404, 'AU1006']);
  });

  it('links each team by its own mail, and opens no invitation of another address', async () => {
    const server = await startServer(planFirst);
    await invite(server);
    const zoe = await invite(server, VERIFIED, 'zoe@example.com');
    await zoe.me.inviteTeammate({ body: { email: 'other@acme.example' } });
    const named = server.context.db.updateTable('customers').set({ company: 'Zoe Ltd' });
    await named.where('id', '=', zoe.customerId).execute();
    await begin(server, { email: VERIFIED });
    const mails = (await mailsTo(server, VERIFIED)).slice(0, 2);
    const opened = mails.map(async ({ text }) => {
      const invitation_token = /invitation=([\w-]+)/.exec(text)?.[1] ?? '';
      const { company, email } = (await server.api.readInvitation({ params: { invitation_token } })).data.data;
      return `${company}: ${email.toLowerCase()}`;
    });
    expect((await Promise.all(opened)).toSorted()).toEqual([`Acme: ${VERIFIED}`, `Zoe Ltd: ${VERIFIED}`]);
  });

  it('sends no link to an address that has an account, and so cannot join', async () => {
    const server = await startServer(planFirst);
    await addOwner(server, VERIFIED);
    await invite(server);
    await begin(server, { email: VERIFIED });
    expect(await subjects(server, VERIFIED)).toEqual([
      'You already have a Ringwell account',
      'Ann Owner invited you to Ringwell',
    ]);
  });

  it('responds alike to invited and to other addresses', async () => {
    const server = await startServer(planFirst);
    await invite(server);
    const answers = async (email: string) => {
      const { status, data } = await server.api.createRegistration({ body: { ...account, email } });
      const { token } = data as { token: string };
      const record = await read(server.api, token);
      const moved = await submit(server.api, token, { step: '2' });
      return JSON.stringify({ status, data, record, moved: moved.data }).replaceAll(token, '').replaceAll(email, '');
    };
    expect(await answers(VERIFIED)).toBe(await answers('nobody.else@acme.example'));
    expect(await mailsTo(server, 'nobody.else@acme.example')).toEqual([]);
  });

  it('sends the same links again to a changed address, for every open invitation only', async () => {
    const server = await startServer(planFirst);
    const { me } = await invite(server);
    await invite(server, VERIFIED, 'zoe@example.com');
    const token = await begin(server);
    await submit(server.api, token, { step: '1', email: VERIFIED.toUpperCase() });
    const links = async () =>
      (await mailsTo(server, VERIFIED)).map(({ text }) => /invitation=([\w-]+)/.exec(text)?.[1]).slice(0, 2);
    const first = await links();
    expect(new Set(first).size).toBe(2);
    await submit(server.api, token, { step: '1', email: EMAIL });
    await submit(server.api, token, { step: '1', email: VERIFIED });
    expect((await links()).toSorted()).toEqual(first.toSorted());

    const { invitations } = (await me.readTeam({})).data.data;
    await me.revokeInvitation({ params: { invitation_id: String(invitations[0]?.id) } });
    const before = (await mailsTo(server, VERIFIED)).length;
    await begin(server, { email: VERIFIED });
    expect(await mailsTo(server, VERIFIED)).toHaveLength(before + 1);
    const reads = first.map((token = '') => server.api.readInvitation({ params: { invitation_token: token } }));
    const [one, other] = await Promise.allSettled(reads);
    expect([one?.status, other?.status].toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('does not accept an address that the provider has not verified', async () => {
    const server = await startServerOnPort(planFirst);
    const { customerId } = await invite(server);
    const unverified = providerPerson(VERIFIED, { isVerified: undefined });
    const end = await signOn(server, atTheApp(server), fromLogin('google'), unverified);
    const { data } = await submit(server.api, registrationOf(end), { step: '2-sso', ...NEWCOMER });
    expect(data).not.toHaveProperty('invitations');
    const body = { ...NEWCOMER, password: 'another long sentence' };
    const invitation_token = await tokenFor(server, VERIFIED, 'invitation');
    await server.api.acceptInvitation({ params: { invitation_token }, body });
    await expectMember(server, customerId);
  });

  it('does not complete the sign-up in another tab after the person has joined a team', async () => {
    const server = await startServer(planFirst);
    const { customerId } = await invite(server);
    const token = await begin(server, { email: VERIFIED });
    await submit(server.api, token, { step: '2' });
    await chooseNumber(server, token);
    const body = { ...NEWCOMER, password: 'another long sentence' };
    const invitation_token = await tokenFor(server, VERIFIED, 'invitation');
    await server.api.acceptInvitation({ params: { invitation_token }, body });
    expect(await codesOf(submit(server.api, token, billing))).toEqual([409, 'RG1004']);
    await expectMember(server, customerId);
    const attempts = await server.context.db.selectFrom('bank_attempts').select('status').execute();
    expect(attempts).toEqual([{ status: 'cancelled' }]);
  });

  it('mails only the code in the order verify-first', async () => {
    const server = await startServer(off);
    await invite(server);
    await begin(server, { email: VERIFIED });
    expect(await subjects(server, VERIFIED)).toEqual([
      'Your Ringwell verification code',
      'Ann Owner invited you to Ringwell',
    ]);
  });
});

describe('by the mailed link', () => {
  const body = { first_name: 'Nora', last_name: 'New', password: 'another long sentence' };

  test('replaces an unfinished sign-up of the same person', async () => {
    const server = await startServer(off);
    await beginVerified(server, { email: VERIFIED });
    const { customerId, token } = await invite(server);
    const joined = await server.api.acceptInvitation({ params: { invitation_token: token }, body });
    expect(joined.status).toBe(201);
    await expectMember(server, customerId);
    await as(server, VERIFIED, body.password);
    expect(await codesOf(as(server, VERIFIED, account.password))).toEqual([401, 'AU1001']);
  });

  test('rejects an address with a customer’s account, and says why', async () => {
    const server = await startServer(off);
    const { token } = await invite(server);
    await addOwner(server, VERIFIED);
    const accepted = server.api.acceptInvitation({ params: { invitation_token: token }, body });
    const { status, errors } = await failureOf(accepted);
    expect([status, errors[0]?.code, errors[0]?.field]).toEqual([409, 'RG1004', '']);
    expect(errors[0]?.message).toContain('You already have an account with this email address');
    expect(await openInvitations(server)).toHaveLength(1);
  });
});

test('ignores the case of an address: it is invited, joined and mailed once', async () => {
  const server = await startServer(off);
  const { me, token } = await invite(server);
  await me.inviteTeammate({ body: { email: VERIFIED } });
  expect((await me.readTeam({})).data.data.invitations).toHaveLength(1);
  expect(await codesOf(server.api.readInvitation({ params: { invitation_token: token } }))).toEqual([404, 'AU1006']);
  const newest = await tokenFor(server, VERIFIED, 'invitation');
  const body = { ...NEWCOMER, password: 'another long sentence' };
  await server.api.acceptInvitation({ params: { invitation_token: newest }, body });
  expect(await fieldOf(me.inviteTeammate({ body: { email: INVITED } }))).toEqual([409, 'email', 'RG1004']);
  expect((await mailsTo(server, INVITED)).length).toBeGreaterThan(0);
});
