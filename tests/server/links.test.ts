import type { KyselyPlugin } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { createApp } from '#server/http/app.ts';
import { startLoginChallenge } from '#server/login/challenge.ts';
import { rememberDevice } from '#server/login/device.ts';
import { limits } from '#server/login/limits.ts';
import { issueToken } from '#server/login/tokens.ts';
import { revokeAccess, userById } from '#server/login/user.ts';
import type { Transport } from '#server/mail/transport.ts';
import { insertRegistration } from '#server/registration/creation.ts';
import { as, credentials, EMAIL } from '../support/account.ts';
import { useUp as spend } from '../support/counters.ts';
import { codesOf, failureOf, fieldOf } from '../support/failures.ts';
import { deliverDue, queue } from '../support/mailing.ts';
import { addOwner, codeFor, mailsTo, tokenFor } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { begin } from '../support/signUp.ts';

const NEW_PASSWORD = 'a brand new sentence';

const unconfirmed = { user: { confirmed_at: null } };

describe('confirmation link (§4, §7)', () => {
  const requestReset = async (server: TestServer) => {
    await server.api.resendConfirmation({ body: { email: EMAIL } });
    return tokenFor(server, EMAIL);
  };

  it('confirms the account and returns its address, however often it is opened within a day', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL, unconfirmed);
    const customer_token = await requestReset(server);
    const begun = server.clock.now();
    const confirm = () => server.api.confirmCustomer({ params: { customer_token } });
    const answers = await Promise.all([confirm(), confirm()]);
    for (const { status, data } of [...answers, await confirm()]) {
      expect(status).toBe(200);
      expect(data.data).toEqual({ billing_email: EMAIL, email: EMAIL });
    }
    expect((await server.api.login({ body: credentials })).status).toBe(200);
    server.clock.forward(86_399);
    expect((await confirm()).status).toBe(200);
    const { confirmed_at } = await server.context.db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
    expect(confirmed_at, 'the first time counts').toBe(begun);
    server.clock.forward(1);
    expect(await codesOf(confirm())).toEqual([404, 'AU1006']);
  });

  it('links to the login page in the language of the request', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL, unconfirmed);
    await server.client({ headers: { 'X-Language': 'pl' } }).resendConfirmation({ body: { email: EMAIL } });
    const [mail] = await mailsTo(server, EMAIL);
    expect(mail?.text).toMatch(/http:\/\/localhost:3000\/pl\/zaloguj\/\?token=[\w-]{43}/);
  });

  it('is mailed only to unconfirmed accounts, with the same response for every address', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL, unconfirmed);
    await addOwner(server, 'bob@example.com');
    const answers = [];
    for (const email of [EMAIL, 'bob@example.com', 'nobody@example.com']) {
      answers.push(await server.api.resendConfirmation({ body: { email } }));
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await mailsTo(server, EMAIL)).toHaveLength(1);
    expect(await mailsTo(server, 'bob@example.com')).toHaveLength(0);
    expect(await mailsTo(server, 'nobody@example.com')).toHaveLength(0);
  });

  it('rejects unknown, expired and malformed tokens alike', async () => {
    const server = await startServer();
    const tokens = ['x', 'A'.repeat(43), '%00', 'a b'];
    const bodies = await Promise.all(
      tokens.map((customer_token) => failureOf(server.api.confirmCustomer({ params: { customer_token } }))),
    );
    expect(new Set(bodies.map(({ status, errors }) => JSON.stringify([status, errors]))).size).toBe(1);
  });
});

describe('a request for a mailed link', () => {
  const requests = {
    confirmation: (server: TestServer, email: string, address: string) =>
      server.client({ address }).resendConfirmation({ body: { email } }),
    reset: (server: TestServer, email: string, address: string) =>
      server.client({ address }).requestReset({ body: { email } }),
  };
  const kinds = ['confirmation', 'reset'] as const;
  const [OFFICE, HOME] = ['203.0.113.7', '198.51.100.9'];

  it.each(kinds)('%s: replaces one of its kind and address that is still queued, and no other', async (kind) => {
    const server = await startServer();
    vi.spyOn(server.context, 'wakeMail').mockReturnValue();
    const queued = async () => {
      const rows = await server.context.db.selectFrom('outbox').select(['kind', 'recipient']).orderBy('id').execute();
      return rows.map((row) => [row.kind, row.recipient]);
    };
    for (const one of kinds) {
      for (const email of [EMAIL, 'bob@example.com']) await requests[one](server, email, HOME);
    }
    const before = await queued();
    expect(before).toHaveLength(4);
    await requests[kind](server, EMAIL.toUpperCase(), HOME);
    const others = before.filter((mail) => mail.join() !== [kind, EMAIL].join());
    expect(await queued()).toEqual([...others, [kind, EMAIL]]);
  });

  it.each(kinds)('%s: is counted for the network, whatever addresses it asks for', async (kind) => {
    const server = await startServer();
    await spend(server, limits.networkMails, OFFICE, 1);
    expect((await requests[kind](server, EMAIL, OFFICE)).status).toBe(200);
    const refused = requests[kind](server, 'bob@example.com', OFFICE);
    expect(await failureOf(refused)).toMatchObject({ status: 429, retryAfter: 900 });
    const mails = await server.context.db.selectFrom('outbox').select('recipient').execute();
    expect(mails).toEqual([{ recipient: EMAIL }]);
    expect((await requests[kind](server, 'bob@example.com', HOME)).status).toBe(200);
  });

  it.each(kinds)('%s: is counted for the address by its own purpose', async (kind) => {
    const server = await startServer();
    const message = {
      confirmation: "If this account still needs to be confirmed, we've sent a new link to its email address.",
      reset: "If there's an account for this email address, we've sent it a reset link.",
    }[kind];
    for (let mails = 0; mails < 8; mails += 1) {
      expect((await requests[kind](server, EMAIL, OFFICE)).data).toEqual({ message });
    }
    const counters = await server.context.db.selectFrom('throttles').select('bucket').execute();
    expect(counters.map(({ bucket }) => bucket.split(':')[0])).toEqual(
      expect.arrayContaining(['network-mails', `network-${kind}-mails`, `${kind}-mails`]),
    );
    for (const one of kinds) {
      const status = await requests[one](server, EMAIL, OFFICE).catch((failure) => failure.status);
      expect(status === 429, one).toBe(one === kind);
    }
  });

  it('gives its count back to the network when the password is reset', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    await requests.reset(server, EMAIL, OFFICE);
    await requests.reset(server, 'nobody@example.com', OFFICE);
    const token = await tokenFor(server, EMAIL);
    await server.client({ address: OFFICE }).resetPassword({ body: { token, password: NEW_PASSWORD } });
    const counters = await server.context.db.selectFrom('throttles').select(['bucket', 'count']).execute();
    expect(counters.filter(({ bucket }) => bucket.startsWith('network-mails:'))).toMatchObject([{ count: 1 }]);
  });
});

describe('discount link (§7)', () => {
  const discountToken = async (server: TestServer, customerId: number, percent: number) => {
    const { context } = server;
    return context.db.transaction().execute(async (tx) => {
      const { id } = await tx
        .insertInto('discounts')
        .values({ customer_id: customerId, campaign: 'spring', percent, redeemed_at: null, created_at: 0 })
        .returning('id')
        .executeTakeFirstOrThrow();
      return issueToken(context, tx, 'discount', { discount_id: id });
    });
  };

  it('answers 201 with its message and takes effect once, also for twenty concurrent requests', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    const { customerId: bobs } = await addOwner(server, 'bob@example.com');
    await discountToken(server, bobs, 20);
    const { customerId } = await addOwner(server, EMAIL);
    const customer_token = await discountToken(server, customerId, 10);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.api.redeemDiscount({ params: { customer_token } })),
    );
    for (const { status, data } of answers) {
      expect(status).toBe(201);
      expect(data.data.message).toBe("Your 10% discount has been applied. We'll take it off every invoice.");
    }
    const me = await as(server);
    expect((await me.readAccount({})).data.data.discount_percent).toBe(10);
    const { db, now } = server.context;
    const discounts = await db.selectFrom('discounts').select(['percent', 'redeemed_at']).orderBy('id').execute();
    expect(discounts).toEqual([
      { percent: 20, redeemed_at: null },
      { percent: 10, redeemed_at: now() },
    ]);
    const { discount_percent } = await db
      .selectFrom('customers')
      .select('discount_percent')
      .where('id', '=', bobs)
      .executeTakeFirstOrThrow();
    expect(discount_percent).toBe(0);
  });

  it('that was taken before takes no later discount away', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    const { customerId } = await addOwner(server, EMAIL);
    const redeem = (customer_token: string) => server.api.redeemDiscount({ params: { customer_token } });
    const first = await discountToken(server, customerId, 10);
    await redeem(first);
    const { db } = server.context;
    await db.updateTable('customers').set({ discount_percent: 20 }).execute();
    expect((await redeem(first)).status).toBe(201);
    const customers = await db.selectFrom('customers').select('discount_percent').execute();
    expect(customers).toEqual([{ discount_percent: 20 }]);
  });

  it('is not accepted as a confirmation link, nor the other way round', async () => {
    const server = await startServer();
    const { customerId } = await addOwner(server, EMAIL, unconfirmed);
    const discount = await discountToken(server, customerId, 10);
    expect(await codesOf(server.api.confirmCustomer({ params: { customer_token: discount } }))).toEqual([
      404,
      'AU1006',
    ]);
    await server.api.resendConfirmation({ body: { email: EMAIL } });
    const confirmation = await tokenFor(server, EMAIL);
    expect(await codesOf(server.api.redeemDiscount({ params: { customer_token: confirmation } }))).toEqual([
      404,
      'AU1006',
    ]);
  });
});

describe('password recovery (§2, §4)', () => {
  const askFor = async (server: TestServer) => {
    await server.api.requestReset({ body: { email: EMAIL } });
    return tokenFor(server, EMAIL);
  };

  it('answers 200 with the same text for every address, and sends mail only if there is an account', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const known = await server.api.requestReset({ body: { email: ' Ann@Example.com' } });
    const unknown = await server.api.requestReset({ body: { email: 'nobody@example.com' } });
    expect(known).toEqual(unknown);
    const [mail] = await mailsTo(server, EMAIL);
    expect(mail?.text).toMatch(/http:\/\/localhost:3000\/one-time-login\/\?token=[\w-]{43}/);
    expect(await mailsTo(server, 'nobody@example.com')).toHaveLength(0);
  });

  it('runs the same queries for every address, and hashes nothing', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    let kinds: string[] = [];
    const listener: KyselyPlugin = {
      transformQuery: ({ node }) => {
        kinds.push(node.kind);
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const { context } = server;
    const hash = vi.spyOn(context.passwords, 'hash');
    const verify = vi.spyOn(context.passwords, 'verify');
    const app = createApp({ ...context, db: context.db.withPlugin(listener), wakeMail: () => {} }, () => {});
    const questionsFor = async (path: string, email: string) => {
      kinds = [];
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ email }) };
      expect((await app.request(`/v1/phone${path}`, init)).status).toBe(200);
      return kinds;
    };
    for (const path of ['/password', '/confirmation']) {
      const known = await questionsFor(path, EMAIL);
      expect(known).not.toEqual([]);
      expect(await questionsFor(path, 'nobody@example.com')).toEqual(known);
    }
    expect(hash).not.toHaveBeenCalled();
    expect(verify).not.toHaveBeenCalled();
  });

  it('builds the link from the configured address, whatever the Host header is', async () => {
    const server = await startServer({ PUBLIC_URL: 'http://phone.example' });
    await addOwner(server, EMAIL);
    const requestFrom = (headers: Record<string, string>) =>
      server.request('/v1/phone/password', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({ email: EMAIL }),
      });
    expect((await requestFrom({ Host: 'evil.example' })).status).toBe(421);
    expect((await requestFrom({ Host: 'phone.example', 'X-Forwarded-Host': 'evil.example' })).status).toBe(200);
    const [mail, ...others] = await mailsTo(server, EMAIL);
    expect(others).toEqual([]);
    expect(mail?.text).toContain('http://phone.example/one-time-login/');
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil');
  });

  it('refuses addresses with line breaks or a second address', async () => {
    const server = await startServer();
    for (const email of ['a@x.example\r\nBcc:b@x.example', 'a@x.example,b@x.example', '']) {
      expect(await fieldOf(server.api.requestReset({ body: { email } }))).toEqual([400, 'email', 'VA1001']);
    }
  });

  it('keeps only the newest link valid, for thirty minutes', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const first = await askFor(server);
    const second = await askFor(server);
    expect(first).not.toBe(second);
    expect(await codesOf(server.api.resetPassword({ body: { token: first, password: NEW_PASSWORD } }))).toEqual([
      404,
      'AU1006',
    ]);
    server.clock.forward(30 * 60);
    expect(await codesOf(server.api.resetPassword({ body: { token: second, password: NEW_PASSWORD } }))).toEqual([
      404,
      'AU1006',
    ]);
  });

  it('changes the password, once, and answers message and user_email', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    const token = await askFor(server);
    const answer = await server.api.resetPassword({ body: { token, password: NEW_PASSWORD } });
    expect(answer).toEqual({ status: 200, data: { message: 'Your password has been changed.', user_email: EMAIL } });
    expect(await codesOf(server.api.resetPassword({ body: { token, password: NEW_PASSWORD } }))).toEqual([
      404,
      'AU1006',
    ]);
    expect(await codesOf(server.api.login({ body: credentials }))).toEqual([401, 'AU1001']);
    expect((await server.api.login({ body: { ...credentials, password: NEW_PASSWORD } })).status).toBe(200);
    const [notice] = await mailsTo(server, EMAIL);
    expect(notice?.subject).toBe('Your Ringwell password was changed');
    expect(notice?.text).not.toContain(NEW_PASSWORD);
  });

  it('returns the address of a reset link and leaves the link valid', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    const reset_token = await askFor(server);
    const read = () => server.api.readReset({ params: { reset_token } });
    expect(await read()).toEqual({ status: 200, data: { data: { email: EMAIL } } });
    expect(await read()).toEqual({ status: 200, data: { data: { email: EMAIL } } });
    await server.api.resetPassword({ body: { token: reset_token, password: NEW_PASSWORD } });
    expect(await codesOf(read())).toEqual([404, 'AU1006']);
  });

  it('answers 404 for an unknown link, and counts the attempt', async () => {
    const server = await startServer({ LIMITS_NETWORK: 'on' });
    await addOwner(server, EMAIL);
    const reset_token = await askFor(server);
    const read = (token: string) =>
      server.client({ address: '198.51.100.7' }).readReset({ params: { reset_token: token } });
    for (let count = 0; count < 100; count += 1) expect(await codesOf(read(`x${count}`))).toEqual([404, 'AU1006']);
    expect((await failureOf(read(reset_token))).status).toBe(429);
    server.clock.forward(15 * 60);
    expect((await read(reset_token)).status).toBe(200);
  });

  // A mail server that takes the mail and breaks off before it says so gets the mail again.
  it('stays used when its mail is sent again', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    await server.mailWorker.stop();
    await queue(server, { to: EMAIL, kind: 'reset', language: 'en' });
    const mails: string[] = [];
    const deliver: Transport['deliver'] = async ({ text }) => {
      mails.push(text);
      return { kind: 'later', reason: 'the connection broke' };
    };
    const send = () => deliverDue(server, { deliver, close: () => {} });
    await send();
    const token = /token=([\w-]{43})/.exec(mails[0] ?? '')?.[1] ?? '';
    const use = (password: string) => server.api.resetPassword({ body: { token, password } });
    expect((await use(NEW_PASSWORD)).status).toBe(200);
    server.clock.forward(60);
    await send();
    expect(await codesOf(use('another one altogether'))).toEqual([404, 'AU1006']);
    expect(mails).toHaveLength(1);
  });

  it('is the same when its mail is sent again unused, whatever links others have used', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    await addOwner(server, 'bob@example.com');
    await server.api.requestReset({ body: { email: 'bob@example.com' } });
    const bobs = await tokenFor(server, 'bob@example.com');
    await server.api.resetPassword({ body: { token: bobs, password: 'sentence of bob' } });
    expect(await mailsTo(server, 'bob@example.com')).toHaveLength(2);
    await server.mailWorker.stop();
    await queue(server, { to: EMAIL, kind: 'reset', language: 'en' });
    const links: string[] = [];
    const deliver: Transport['deliver'] = async ({ text }) => {
      links.push(/token=([\w-]{43})/.exec(text)?.[1] ?? '');
      return { kind: 'later', reason: 'the connection broke' };
    };
    await deliverDue(server, { deliver, close: () => {} });
    server.clock.forward(60);
    await deliverDue(server, { deliver, close: () => {} });
    expect(links).toEqual([links[0], links[0]]);
    const use = server.api.resetPassword({ body: { token: links[0] ?? '', password: NEW_PASSWORD } });
    expect((await use).status).toBe(200);
  });

  it('leaves a confirmation link valid, and a confirmation link this one', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL, unconfirmed);
    await server.api.resendConfirmation({ body: { email: EMAIL } });
    const confirmation = await tokenFor(server, EMAIL);
    const reset = await askFor(server);
    expect((await server.api.confirmCustomer({ params: { customer_token: confirmation } })).status).toBe(200);
    expect((await server.api.readReset({ params: { reset_token: reset } })).status).toBe(200);
  });

  it('is invalidated by any other password change, also when its mail is sent again', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    const { userId } = await addOwner(server, EMAIL);
    const { db } = server.context;
    const token = 'a'.repeat(43);
    const issue = () =>
      db.transaction().execute((tx) => issueToken(server.context, tx, 'reset', { user_id: userId }, token));
    await issue();
    await db.transaction().execute(async (tx) => revokeAccess(server.context, tx, await userById(tx, userId)));
    await issue();
    const use = server.api.resetPassword({ body: { token, password: NEW_PASSWORD } });
    expect(await codesOf(use)).toEqual([404, 'AU1006']);
  });

  it('accepts one of twenty concurrent resets with different passwords', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    const token = await askFor(server);
    const passwords = Array.from({ length: 20 }, (_, index) => `sentence number ${index}`);
    const answers = await Promise.allSettled(
      passwords.map((password) => server.api.resetPassword({ body: { token, password } })),
    );
    const winners = passwords.filter((_, index) => answers[index]?.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    expect((await server.api.login({ body: { ...credentials, password: winners[0] ?? '' } })).status).toBe(200);
  });

  it('ends every session, device, login and link from before', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    const { userId } = await addOwner(server, EMAIL);
    const session = await as(server);
    const { db, now } = server.context;
    await db
      .insertInto('devices')
      .values({ user_id: userId, fingerprint_hash: 'x', created_at: now(), expires_at: now() + 1e9 })
      .execute();
    const token = await askFor(server);
    await server.api.resetPassword({ body: { token, password: NEW_PASSWORD } });
    expect(await codesOf(session.readAccount({}))).toEqual([401, 'AU1005']);
    expect(await db.selectFrom('devices').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('tokens').selectAll().where('used_at', 'is', null).execute()).toEqual([]);
  });

  it('ends the waits that guesses at the account have caused, and those of no other', async () => {
    const server = await startServer();
    const { userId: ann } = await addOwner(server, EMAIL);
    const { userId: bob } = await addOwner(server, 'bob@example.com');
    const token = await askFor(server);
    const waits = async () => {
      const rows = await server.context.db.selectFrom('throttles').select('bucket').orderBy('bucket').execute();
      return rows.map(({ bucket }) => bucket).filter((bucket) => /^(passwords|codes|code-pause):/.test(bucket));
    };
    const guessAt = async (email: string, userId: number) => {
      for (const [limit, subject] of [
        [limits.passwords, email],
        [limits.passwords, `user ${userId}`],
        [limits.codes, String(userId)],
        [limits.codePause, String(userId)],
      ] as const) {
        await spend(server, limit, subject);
      }
    };
    await guessAt('bob@example.com', bob);
    const ofBob = await waits();
    await guessAt(EMAIL, ann);
    expect(await waits()).toHaveLength(8);
    await server.api.resetPassword({ body: { token, password: NEW_PASSWORD } });
    expect(await waits()).toEqual(ofBob);
  });

  it('ends a login that waits for its code', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const waiting = await server.api.login({ body: credentials });
    const nonce = 'nonce' in waiting.data ? waiting.data.nonce : '';
    const code = await codeFor(server, EMAIL);
    await server.api.resetPassword({ body: { token: await askFor(server), password: NEW_PASSWORD } });
    expect(await codesOf(server.api.loginWithCode({ body: { nonce, code } }))).toEqual([400, 'AU1003']);
    expect(await codesOf(server.api.resendLoginCode({ params: { nonce } }))).toEqual([404, 'AU1006']);
  });

  it('ends sign-ups that others have begun with the address, and no others', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const theirs = await begin(server, { email: EMAIL.toUpperCase() });
    const others = await begin(server);
    await server.api.resetPassword({ body: { token: await askFor(server), password: NEW_PASSWORD } });
    const read = (registration_token: string) => server.api.readRegistration({ params: { registration_token } });
    expect(await codesOf(read(theirs))).toEqual([404, 'RG1001']);
    expect((await read(others)).status).toBe(200);
  });

  it('takes the session from a sign-up that has none yet, and keeps when another was opened', async () => {
    const server = await startServer();
    const { userId } = await addOwner(server, EMAIL);
    const { db, now } = server.context;
    const row = { step: '4', language: 'en', currency: 'USD', first_name: 'Ann', last_name: 'Owner' } as const;
    await db.transaction().execute(async (tx) => {
      for (const session_opened_at of [7, null]) {
        const own = { ...row, email: EMAIL, user_id: userId, session_opened_at };
        await insertRegistration(server.context, tx, own);
      }
    });
    await server.api.resetPassword({ body: { token: await askFor(server), password: NEW_PASSWORD } });
    const left = await db.selectFrom('registrations').select('session_opened_at').orderBy('id').execute();
    expect(left.map(({ session_opened_at }) => session_opened_at)).toEqual([7, now()]);
  });

  it('works for its own purpose: a confirmation link sets no password, a reset link confirms nothing', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL, unconfirmed);
    await server.api.resendConfirmation({ body: { email: EMAIL } });
    const confirmation = await tokenFor(server, EMAIL);
    const used = server.api.resetPassword({ body: { token: confirmation, password: NEW_PASSWORD } });
    expect(await codesOf(used)).toEqual([404, 'AU1006']);
    expect(await codesOf(server.api.readReset({ params: { reset_token: confirmation } }))).toEqual([404, 'AU1006']);
    const confirm = server.api.confirmCustomer({ params: { customer_token: await askFor(server) } });
    expect(await codesOf(confirm)).toEqual([404, 'AU1006']);
  });

  it('unlinks the identities of single sign-on, which others may have linked, and only those of this account', async () => {
    const server = await startServer();
    const { userId } = await addOwner(server, EMAIL);
    const { userId: other } = await addOwner(server, 'bob@example.com');
    const { db, now } = server.context;
    const identity = (subject: string, user_id: number) => ({
      provider: 'google' as const,
      issuer: 'https://accounts.example',
      subject,
      email: 'stranger@example.com',
      email_verified: 1,
      user_id,
      created_at: now(),
    });
    await db
      .insertInto('sso_identities')
      .values([identity('one', userId), identity('two', userId), identity('three', other)])
      .execute();
    await server.api.resetPassword({ body: { token: await askFor(server), password: NEW_PASSWORD } });
    const linked = await db.selectFrom('sso_identities').select(['subject', 'user_id']).orderBy('id').execute();
    expect(linked.map(({ subject, user_id }) => [subject, user_id])).toEqual([
      ['one', null],
      ['two', null],
      ['three', other],
    ]);
  });

  it('leaves everything of other users as it is', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    const { userId: bob } = await addOwner(server, 'bob@example.com');
    const session = await as(server, 'bob@example.com');
    await server.api.requestReset({ body: { email: 'bob@example.com' } });
    const bobs = await tokenFor(server, 'bob@example.com');
    const { context } = server;
    const user = await userById(context.db, bob);
    const { first_name, last_name, email, language } = user;
    await context.db.transaction().execute(async (tx) => {
      await rememberDevice(context, tx, bob);
      await startLoginChallenge(context, tx, { user, rememberMe: false, language });
      const start = { step: '3', currency: 'USD', resume_hash: 'resumed', user_id: bob } as const;
      await insertRegistration(context, tx, { ...start, first_name, last_name, email, language });
    });
    const tables = ['sessions', 'devices', 'login_challenges', 'registrations'] as const;
    const ofBob = async () => [
      await userById(context.db, bob),
      ...(await Promise.all(
        tables.map((table) => context.db.selectFrom(table).selectAll().where('user_id', '=', bob).execute()),
      )),
    ];
    const before = await ofBob();
    expect(before.flat()).toHaveLength(5);
    await server.api.resetPassword({ body: { token: await askFor(server), password: NEW_PASSWORD } });
    expect(await ofBob()).toEqual(before);
    expect((await session.readAccount({})).status).toBe(200);
    expect((await server.api.readReset({ params: { reset_token: bobs } })).data.data.email).toBe('bob@example.com');
  });

  it('is refused for a user who has been disabled since, and changes nothing', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    const token = await askFor(server);
    const { db } = server.context;
    const before = await db.selectFrom('users').select('password_hash').execute();
    await db.updateTable('users').set({ disabled_at: server.clock.now() }).execute();
    expect(await codesOf(server.api.resetPassword({ body: { token, password: NEW_PASSWORD } }))).toEqual([
      404,
      'AU1006',
    ]);
    expect(await db.selectFrom('users').select('password_hash').execute()).toEqual(before);
  });

  it('keeps the second factor on, and remembers no device', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const token = await askFor(server);
    await server.api.resetPassword({ body: { token, password: NEW_PASSWORD } });
    expect((await server.api.login({ body: { ...credentials, password: NEW_PASSWORD } })).status).toBe(202);
  });

  it('returns an account to the owner of its address', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL, unconfirmed);
    const token = await askFor(server);
    await server.api.resetPassword({ body: { token, password: NEW_PASSWORD } });
    expect(await codesOf(server.api.login({ body: credentials }))).toEqual([401, 'AU1001']);
    expect((await server.api.login({ body: { ...credentials, password: NEW_PASSWORD } })).status).toBe(200);
  });

  it.each([
    ['short', 'seven77'],
    ['common', 'password'],
    ['common in capitals', 'Football'],
    ['common in wide letters', 'ｆｏｏｔｂａｌｌ'],
    ['the product', 'Ringwell1'],
    ['the own address', 'ann@example.com'],
    ['the company', 'Nordwind-Logistik1'],
    ['too long', 'x'.repeat(257)],
    ['empty', ''],
  ])('rejects a password that is %s, at its field', async (_why, password) => {
    const server = await startServer();
    await addOwner(server, EMAIL, { customer: { company: 'Nordwind Logistik' } });
    const token = await askFor(server);
    expect(await fieldOf(server.api.resetPassword({ body: { token, password } }))).toEqual([400, 'password', 'VA1001']);
    expect((await server.api.resetPassword({ body: { token, password: '🔑'.repeat(64) } })).status).toBe(200);
  });
});
