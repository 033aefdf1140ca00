import { describe, expect, it, vi } from 'vitest';
import { LOOPBACK } from '#server/http/requestContext.ts';
import type { Limit } from '#server/http/throttle.ts';
import { takeAll } from '#server/login/applyLimits.ts';
import { limits } from '#server/login/limits.ts';
import { credentials, EMAIL, ownerOf } from '../support/account.ts';
import { codesOf, failureOf } from '../support/failures.ts';
import { addOwner, codeFor, otherThan, PASSWORD, tokenFor } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { account, begin, submit } from '../support/signUp.ts';
import { atTheApp, fromLogin, providerPerson, signOn } from '../support/ssoWalk.ts';
import { newVisitor, startServerOnPort } from '../support/visitor.ts';

const OFFICE = '203.0.113.7';
const wrong = { ...credentials, password: 'wrong password' };

/** What is counted under a limit's name, all buckets together. */
async function counted({ context }: TestServer, name: string): Promise<number> {
  const rows = await context.db.selectFrom('throttles').selectAll().execute();
  return rows.filter(({ bucket }) => bucket.startsWith(`${name}:`)).reduce((sum, { count }) => sum + count, 0);
}

/** Looks at passwords without the work of hashing: how many are tried is what counts here. */
const looksFast = ({ context }: TestServer) =>
  vi
    .spyOn(context.passwords, 'verify')
    .mockImplementation(async (password, hashed) => hashed !== null && password === PASSWORD);

/** Colleagues who share one office, one password hash and nothing else. */
async function staff(server: TestServer, size: number): Promise<string[]> {
  const { userId, customerId } = await addOwner(server, EMAIL);
  const { db } = server.context;
  const { id: _, ...owner } = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const emails = Array.from({ length: size }, (_, index) => `colleague-${index}@example.com`);
  await db
    .insertInto('users')
    .values(emails.map((email) => ({ ...owner, customer_id: customerId, role: 'member', email, email_key: email })))
    .execute();
  return emails;
}

/** The network has used up all but the last attempt of a limit. */
async function fillNetwork({ context }: TestServer, limit: Limit, network: string): Promise<void> {
  const counts = [{ limit, subject: network }];
  for (let times = 1; times < limit.max; times += 1) await takeAll(context, counts);
}

/** Where the browser stops: at the provider, or at a page of the app. */
const stoppingVisitor = (server: TestServer) =>
  newVisitor(
    (url) =>
      url.pathname.endsWith('/auth') ||
      (url.origin === server.context.config.publicUrl && !url.pathname.startsWith('/v1/')),
  );

describe('a success returns its attempt to the limit', () => {
  it('lets 150 people of one address log in within a quarter of an hour, 50 of them with mailed codes', {
    timeout: 120_000,
  }, async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    const emails = await staff(server, 150);
    looksFast(server);
    await server.context.db
      .updateTable('users')
      .set({ second_factor: 1 })
      .where('email', 'in', emails.slice(0, 50))
      .execute();
    const office = server.client({ address: OFFICE });
    const statuses = new Map<number, number>();
    for (const email of emails) {
      const answer = await office.login({ body: { ...credentials, email } });
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status !== 202) continue;
      const body = { nonce: answer.data.nonce, code: await codeFor(server, email) };
      expect((await office.loginWithCode({ body })).status).toBe(200);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 200: 100, 202: 50 });
    expect(await counted(server, 'network-logins')).toBe(0);
  });

  it('lets single sign-ons succeed one after another at the limit', async () => {
    const server = await startServerOnPort({ LIMITS_NETWORK: 'on' });
    await addOwner(server, 'owner@example.com');
    await fillNetwork(server, limits.networkSso, LOOPBACK);
    for (let seedUsers = 0; seedUsers < 5; seedUsers += 1) {
      const end = await signOn(server, atTheApp(server), fromLogin('google'), providerPerson('owner@example.com'));
      expect(end.pathname).toBe('/app/');
    }
  });

  it('lets mailed links reset one password after another at the limit', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    const office = server.client({ address: OFFICE });
    vi.spyOn(server.context.passwords, 'hash').mockResolvedValue('a hash that takes no time');
    await fillNetwork(server, limits.networkMails, OFFICE);
    await fillNetwork(server, limits.networkLinks, OFFICE);
    for (let seedUsers = 0; seedUsers < 5; seedUsers += 1) {
      await office.requestReset({ body: { email: EMAIL } });
      const token = await tokenFor(server, EMAIL);
      expect((await office.resetPassword({ body: { token, password: 'a good long one' } })).status).toBe(200);
    }
  });

  it('does not count verified sign-ups', async () => {
    const server = await startServer();
    const office = server.client({ address: OFFICE });
    for (let seedUsers = 0; seedUsers < 30; seedUsers += 1) {
      const email = `person-${seedUsers}@example.com`;
      const token = await begin({ ...server, api: office }, { email });
      await submit(office, token, { step: '2', verification_code: await codeFor(server, email) });
    }
    expect(await counted(server, 'network-registrations')).toBe(0);
  });

  it('does not count accepted invitations', async () => {
    const { server, me } = await ownerOf({ customer: { nb_users: 1 } });
    vi.spyOn(server.context.passwords, 'hash').mockResolvedValue('a hash that takes no time');
    for (let seedUsers = 0; seedUsers < 55; seedUsers += 1) {
      const email = `mate-${seedUsers}@example.com`;
      await me.inviteTeammate({ body: { email } });
      const params = { invitation_token: await tokenFor(server, email, 'invitation') };
      const body = { first_name: 'Mia', last_name: 'Member', password: 'another long sentence' };
      expect((await server.client({ address: OFFICE }).acceptInvitation({ params, body })).status).toBe(201);
    }
    expect(await counted(server, 'network-links')).toBe(0);
  });

  it('does not count a right password that is rejected for another reason', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL, { user: { confirmed_at: null } });
    const office = server.client({ address: OFFICE });
    for (let attempts = 0; attempts < 12; attempts += 1) {
      expect(await codesOf(office.login({ body: credentials }))).toEqual([403, 'AU1002']);
    }
    expect(await counted(server, 'network-logins')).toBe(0);
  });

  it('does not count a rejected sign-up, such as one with a weak password', async () => {
    const server = await startServer();
    const office = server.client({ address: OFFICE });
    for (let attempts = 0; attempts < 25; attempts += 1) {
      const refused = await failureOf(office.createRegistration({ body: { ...account, password: 'password1' } }));
      expect([refused.status, refused.errors[0]?.field]).toEqual([400, 'password']);
    }
    expect((await office.createRegistration({ body: account })).status).toBe(200);
  });
});

describe('failures count by account first', () => {
  it('so that one user’s wrong passwords do not lock out others on the network', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    const [mia = '', bob = ''] = await staff(server, 2);
    looksFast(server);
    const office = server.client({ address: OFFICE });
    const statuses: number[] = [];
    for (let attempts = 0; attempts < 130; attempts += 1) {
      statuses.push((await failureOf(office.login({ body: { ...wrong, email: mia } }))).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(120);
    expect((await office.login({ body: { ...credentials, email: bob } })).status).toBe(200);
  });

  it('so that an attempt rejected for the network does not count for the account', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    const [mia = ''] = await staff(server, 1);
    looksFast(server);
    const colleagues = server.client({ address: OFFICE });
    for (let attempts = 0; attempts < 100; attempts += 1) {
      await failureOf(colleagues.login({ body: { ...wrong, email: `nobody-${attempts}@example.com` } }));
    }
    for (let attempts = 0; attempts < 20; attempts += 1) {
      expect((await failureOf(colleagues.login({ body: { ...wrong, email: mia } }))).status).toBe(429);
    }
    const home = server.client({ address: '198.51.100.9' });
    expect((await home.login({ body: { ...credentials, email: mia } })).status).toBe(200);
  });
});

describe('guessing stays limited', () => {
  it('one network tries at most a hundred accounts, even with successful logins in between', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    looksFast(server);
    const attacker = server.client({ address: OFFICE });
    const statuses: number[] = [];
    for (let attempts = 0; attempts < 150; attempts += 1) {
      const guess = failureOf(attacker.login({ body: { ...wrong, email: `victim-${attempts}@example.com` } }));
      const own = attacker.login({ body: credentials }).catch(() => null);
      statuses.push((await Promise.all([guess, own]))[0].status);
    }
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(100);
    expect(statuses.at(-1)).toBe(429);
  });

  it('concurrent successful logins allow no more guesses', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    await addOwner(server, 'victim@example.com');
    const attacker = () => server.client({ address: OFFICE });
    const guesses = Array.from({ length: 30 }, () =>
      codesOf(attacker().login({ body: { ...wrong, email: 'victim@example.com' } })),
    );
    const own = Array.from({ length: 15 }, () => attacker().login({ body: credentials }));
    await Promise.allSettled(own);
    const compared = (await Promise.all(guesses)).filter(([status]) => status === 401);
    expect(compared).toHaveLength(10);
    expect(await counted(server, 'network-logins')).toBe(10);
  });

  it('a success returns nothing to a later window', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    const office = server.client({ address: OFFICE });
    const { promise: answered, resolve: answer } = Promise.withResolvers<boolean>();
    const verify = vi.spyOn(server.context.passwords, 'verify').mockReturnValueOnce(answered);
    const slow = office.login({ body: credentials });
    await expect.poll(() => verify.mock.calls.length).toBe(1);
    server.clock.forward(16 * 60);
    await failureOf(office.login({ body: { ...wrong, email: 'nobody@example.com' } }));
    answer(true);
    expect((await slow).status).toBe(200);
    expect(await counted(server, 'network-logins')).toBe(1);
  });

  it('wrong codes count for the network; right codes and codes of an expired login do not', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const office = server.client({ address: OFFICE });
    const { data } = await office.login({ body: credentials });
    const nonce = (data as { nonce: string }).nonce;
    const code = otherThan(await codeFor(server, EMAIL));
    for (let attempts = 0; attempts < 5; attempts += 1)
      await failureOf(office.loginWithCode({ body: { nonce, code } }));
    expect(await counted(server, 'network-logins')).toBe(5);
    for (let attempts = 0; attempts < 5; attempts += 1) {
      expect((await failureOf(office.loginWithCode({ body: { nonce, code } }))).status).toBe(429);
    }
    expect(await counted(server, 'network-logins')).toBe(5);
    await failureOf(office.loginWithCode({ body: { nonce: 'guessed', code } }));
    expect(await counted(server, 'network-logins')).toBe(6);
  });

  it('unfinished single sign-ons count', async () => {
    const server = await startServerOnPort({ LIMITS_NETWORK: 'on' });
    const { publicUrl } = server.context.config;
    const visitor = stoppingVisitor(server);
    for (let attempts = 0; attempts < 100; attempts += 1) await visitor.go(publicUrl + fromLogin('google'));
    const end = await visitor.go(publicUrl + fromLogin('google'));
    expect(end.url.searchParams.get('error')).toBe('Too many attempts. Try again in 15 minutes.');
    await addOwner(server, EMAIL);
    expect((await server.client({ address: '127.0.0.1' }).login({ body: credentials })).status).toBe(202);
  });
});
