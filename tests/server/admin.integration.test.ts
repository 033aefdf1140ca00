import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { AdminError } from '#server/admin/command.ts';
import { help } from '#server/admin/commands.ts';
import { startLoginChallenge } from '#server/login/challenge.ts';
import { rememberDevice } from '#server/login/device.ts';
import { userById } from '#server/login/user.ts';
import { as, credentials, EMAIL } from '../support/account.ts';
import { admin, runCommand } from '../support/admin.ts';
import { codesOf, failureOf } from '../support/failures.ts';
import { addOwner, codeFor, mailsTo, PASSWORD, tokenFor } from '../support/people.ts';
import { startServer } from '../support/server.ts';
import { begin, beginVerified, EMAIL as NINA, read, signUp } from '../support/signUp.ts';

/** A query parameter of the address that a command has printed. */
const linkIn = (lines: string[], parameter: string) => new URL(lines.at(-1) ?? '').searchParams.get(parameter) ?? '';

describe("the operator's commands", () => {
  it('print their usage', () => {
    const text = help().join('\n');
    for (const name of [
      'discount <email> --percent',
      'create-user <email>',
      'end-sessions <email>',
      'disable <email>',
      'enable <email>',
      'unlock',
      'dead-letters',
    ]) {
      expect(text).toContain(name);
    }
  });

  it('make a discount link that works once', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    const { customerId } = await addOwner(server, EMAIL);
    const replaced = linkIn(await admin(server, 'discount', EMAIL, '--percent', '10'), 'discount');
    const lines = await admin(server, 'discount', EMAIL, '--percent', '25');
    expect(lines.at(-1)).toMatch(/^http:\/\/localhost:3000\/login\/\?discount=/);
    const customer_token = linkIn(lines, 'discount');
    expect(await codesOf(server.api.redeemDiscount({ params: { customer_token: replaced } }))).toEqual([404, 'AU1006']);
    expect((await server.api.redeemDiscount({ params: { customer_token } })).status).toBe(201);
    const customers = server.context.db.selectFrom('customers').select('discount_percent').where('id', '=', customerId);
    expect(await customers.executeTakeFirst()).toEqual({ discount_percent: 25 });
    await expect(admin(server, 'discount', EMAIL, '--percent', '50')).rejects.toThrow('another --campaign');
  });

  it('make a link for each campaign, and in each for each customer', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    for (const email of [EMAIL, 'bob@example.com']) await addOwner(server, email);
    const redeem = async (...args: string[]) => {
      const customer_token = linkIn(await admin(server, 'discount', ...args), 'discount');
      return (await server.api.redeemDiscount({ params: { customer_token } })).status;
    };
    expect(await redeem(EMAIL, '--percent', '1')).toBe(201);
    expect(await redeem(EMAIL, '--percent', '100', '--campaign', 'spring')).toBe(201);
    expect(await redeem('bob@example.com', '--percent', '5')).toBe(201);
    const percents = await server.context.db.selectFrom('customers').select('discount_percent').orderBy('id').execute();
    expect(percents).toEqual([{ discount_percent: 100 }, { discount_percent: 5 }]);
  });

  it('make no discount for a user who has not finished signing up', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL, { user: { customer_id: null } });
    await expect(admin(server, 'discount', EMAIL, '--percent', '10')).rejects.toThrow('has not finished signing up');
    expect(await server.context.db.selectFrom('discounts').select('id').execute()).toEqual([]);
  });

  it.each(['0', '101', '10.5', '-1', 'ten', '1000', '10%'])('refuse a discount of %s percent', async (percent) => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    await expect(admin(server, 'discount', EMAIL, `--percent=${percent}`)).rejects.toThrow(
      'whole number from 1 to 100',
    );
  });

  it('create a user, who chooses a password by the printed link', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    const names = ['--first-name', 'Ann', '--last-name', 'Owner'];
    const lines = await admin(server, 'create-user', EMAIL, ...names, '--language', 'de');
    expect(lines.at(-1)).toMatch(/^http:\/\/localhost:3000\/de\/einmal-login\/\?token=/);
    expect(await codesOf(server.api.login({ body: credentials }))).toEqual([401, 'AU1001']);
    await server.api.resetPassword({ body: { token: linkIn(lines, 'token'), password: PASSWORD } });
    const me = await as(server);
    expect((await me.readAccount({})).data.data).toMatchObject({
      user: { first_name: 'Ann', role: 'owner' },
      currency: 'EUR',
      trial_ends_on: '2025-04-05',
    });
    await expect(admin(server, 'create-user', EMAIL, ...names)).rejects.toThrow('already has an account');
    expect(await server.context.db.selectFrom('customers').select('id').execute()).toHaveLength(1);
  });

  it.each([
    ['--first-name', ' ', '1 to 255'],
    ['--last-name', 'x'.repeat(256), '1 to 255'],
    ['--last-name', 'a\u202eb', '1 to 255'],
    ['--company', 'x'.repeat(256), 'at most 255'],
    ['--company', 'a\u200bb', 'at most 255'],
  ])('create no user with %s=%j, which nobody could sign up with', async (option, value, length) => {
    const server = await startServer();
    const names = ['--first-name=Ann', '--last-name=Owner', `${option}=${value}`];
    await expect(admin(server, 'create-user', EMAIL, ...names)).rejects.toThrow(
      `${option} must have ${length} characters, none of them invisible.`,
    );
    expect(await server.context.db.selectFrom('customers').select('id').execute()).toEqual([]);
  });

  it('take a name on several lines as one line', async () => {
    const server = await startServer();
    await admin(server, 'create-user', EMAIL, '--first-name= Ann\nMary\u001b ', '--last-name=Owner', '--company=');
    const names = await server.context.db.selectFrom('users').select(['first_name', 'last_name']).execute();
    expect(names).toEqual([{ first_name: 'Ann Mary', last_name: 'Owner' }]);
  });

  it('name a campaign by a short line', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const args = ['discount', EMAIL, '--percent=20', `--campaign=${'x'.repeat(256)}`];
    await expect(admin(server, ...args)).rejects.toThrow('--campaign must have 1 to 255 characters');
  });

  it('disable a user once: a repetition mails nothing, and keeps the time', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const disabledAt = () => server.context.db.selectFrom('users').select('disabled_at').executeTakeFirstOrThrow();
    const said = await admin(server, 'disable', EMAIL);
    const first = await disabledAt();
    server.clock.forward(3600);
    expect(await admin(server, 'disable', EMAIL)).toEqual(said);
    expect(await disabledAt()).toEqual(first);
    const mails = await server.context.db.selectFrom('outbox').select('kind').execute();
    expect(mails).toEqual([{ kind: 'accountDisabled' }]);
  });

  it('create a user in English by default, and refuse a language that is not offered', async () => {
    const server = await startServer();
    const names = ['--first-name', 'Ann', '--last-name', 'Owner', '--company', 'Acme'];
    const { db } = server.context;
    await expect(admin(server, 'create-user', EMAIL, ...names, '--language', 'fr')).rejects.toThrow(
      '--language must be one of en, es, de, pl, pt, mx, br.',
    );
    expect(await db.selectFrom('users').select('id').execute()).toEqual([]);
    await admin(server, 'create-user', EMAIL, ...names);
    const created = await db
      .selectFrom('users')
      .innerJoin('customers', 'customers.id', 'users.customer_id')
      .select([
        'language',
        'first_name',
        'last_name',
        'company',
        'currency',
        'package_type',
        'nb_users',
        'nb_cx_bundles',
        'country',
        'postcode',
        'address',
        'city',
        'vat',
        'trial_time_zone',
        'role',
        'password_hash',
      ])
      .execute();
    expect(created).toEqual([
      {
        language: 'en',
        first_name: 'Ann',
        last_name: 'Owner',
        company: 'Acme',
        currency: 'USD',
        package_type: 'P',
        nb_users: 1,
        nb_cx_bundles: 0,
        country: '',
        postcode: '',
        address: '',
        city: '',
        vat: '',
        trial_time_zone: 'UTC',
        role: 'owner',
        password_hash: null,
      },
    ]);
  });

  it('end all sessions of a user, with the remembered devices and a login under way', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    const { userId } = await addOwner(server, EMAIL);
    const me = await as(server);
    const { db } = server.context;
    await db.transaction().execute(async (tx) => {
      await rememberDevice(server.context, tx, userId);
      const user = await userById(tx, userId);
      await startLoginChallenge(server.context, tx, { user, rememberMe: false, language: 'en' });
    });
    expect(await admin(server, 'end-sessions', 'Ann@Example.com')).toEqual(['Sessions ended: 1.']);
    expect(await codesOf(me.readAccount({}))).toEqual([401, 'AU1005']);
    expect(await db.selectFrom('devices').select('id').execute()).toEqual([]);
    expect(await db.selectFrom('login_challenges').select('id').execute()).toEqual([]);
  });

  it('disable a user: all access ends at once, none is given, and the user gets a mail', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    const { userId } = await addOwner(server, EMAIL);
    const { db, now } = server.context;
    const me = await as(server);
    await server.api.requestReset({ body: { email: EMAIL } });
    const token = await tokenFor(server, EMAIL);
    await db
      .insertInto('devices')
      .values({ user_id: userId, fingerprint_hash: 'a device', created_at: now(), expires_at: now() + 1000 })
      .execute();

    expect(await admin(server, 'disable', 'Ann@Example.com')).toEqual([
      'ann@example.com can no longer log in. The other users of the account can still log in.',
    ]);
    expect(await codesOf(me.readAccount({}))).toEqual([401, 'AU1005']);
    // The same response as for a person without an account.
    expect(await codesOf(server.api.login({ body: credentials }))).toEqual([401, 'AU1001']);
    const reset = server.api.resetPassword({ body: { token, password: 'nine slow elephants' } });
    expect(await codesOf(reset)).toEqual([404, 'AU1006']);
    expect(await db.selectFrom('devices').select('id').execute()).toEqual([]);
    expect((await mailsTo(server, EMAIL))[0]?.subject).toBe('Your Ringwell account has been disabled');
    await server.api.requestReset({ body: { email: EMAIL } });
    expect((await mailsTo(server, EMAIL))[0]?.subject).toBe('Your Ringwell account has been disabled');

    expect(await admin(server, 'enable', EMAIL)).toEqual(['ann@example.com can log in again.']);
    expect((await server.api.login({ body: credentials })).status).toBe(200);
    expect(await codesOf(me.readAccount({}))).toEqual([401, 'AU1005']);
  });

  it.each(['a customer', 'an unfinished sign-up'])('disable %s, whose address then cannot sign up', async (kind) => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    const isCustomer = kind === 'a customer';
    await addOwner(server, EMAIL, isCustomer ? {} : { user: { customer_id: null } });
    await admin(server, 'disable', EMAIL);
    const before = (await mailsTo(server, EMAIL)).length;
    await begin(server, { email: EMAIL });
    const mails = await mailsTo(server, EMAIL);
    expect(mails.slice(0, -before).map(({ subject }) => subject)).toEqual(['Your Ringwell account has been disabled']);
    expect(await server.context.db.selectFrom('users').select('id').execute()).toHaveLength(1);
  });

  it('disable a user in the middle of a login and of a sign-up', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL);
    const { data } = await server.api.login({ body: credentials });
    const code = await codeFor(server, EMAIL);
    const token = await beginVerified(server);
    await admin(server, 'disable', EMAIL);
    await admin(server, 'disable', NINA);
    const nonce = 'nonce' in data ? data.nonce : '';
    expect(await codesOf(server.api.loginWithCode({ body: { nonce, code } }))).toEqual([400, 'AU1003']);
    expect(await codesOf(server.api.resendLoginCode({ params: { nonce } }))).toEqual([404, 'AU1006']);
    expect(await codesOf(read(server.api, token))).toEqual([404, 'RG1001']);
  });

  it('disable a user who has signed up, whose sign-up stays on record', async () => {
    const server = await startServer();
    await signUp(server);
    await admin(server, 'disable', NINA);
    const kept = await server.context.db.selectFrom('registrations').select('completed_at').execute();
    expect(kept).toEqual([{ completed_at: expect.any(Number) }]);
  });

  it('move a user to a new mailbox, once disabled: only the link mailed there lets in, with a new password', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    const { userId } = await addOwner(server, EMAIL);
    await addOwner(server, 'taken@example.com');
    const { db, now } = server.context;
    const identity = { provider: 'google', issuer: 'i', subject: 's', email: EMAIL, created_at: now() } as const;
    await db
      .insertInto('sso_identities')
      .values({ ...identity, user_id: userId })
      .execute();
    await expect(admin(server, 'change-email', EMAIL, 'ann@new.example')).rejects.toThrow('disable it first');
    await admin(server, 'disable', EMAIL);
    expect((await mailsTo(server, EMAIL))[0]?.subject).toBe('Your Ringwell account has been disabled');
    await expect(admin(server, 'change-email', EMAIL, 'Taken@Example.com')).rejects.toThrow('already has an account');
    await expect(admin(server, 'change-email', EMAIL, 'ann')).rejects.toThrow('not a valid email address');

    await admin(server, 'change-email', EMAIL, 'ann@new.example');
    const body = { ...credentials, email: 'ann@new.example' };
    expect(await codesOf(server.api.login({ body: credentials }))).toEqual([401, 'AU1001']);
    expect(await codesOf(server.api.login({ body }))).toEqual([403, 'AU1002']);
    expect(await db.selectFrom('sso_identities').select('user_id').execute()).toEqual([{ user_id: null }]);
    const password = 'nine slow elephants';
    const token = await tokenFor(server, 'ann@new.example');
    expect((await server.api.resetPassword({ body: { token, password } })).status).toBe(200);
    expect((await server.api.login({ body: { ...body, password } })).status).toBe(200);
    const user = await db.selectFrom('users').select(['email', 'customer_id']).where('id', '=', userId).execute();
    expect(user).toMatchObject([{ email: 'ann@new.example', customer_id: expect.any(Number) }]);
  });

  it('move a user to an address that is just signing up: its sign-up ends, and no other', async () => {
    const server = await startServer();
    await addOwner(server, EMAIL, { user: { disabled_at: 1 } });
    const [moved, other] = [
      await begin(server, { email: 'ann@new.example' }),
      await begin(server, { email: 'bob@new.example' }),
    ];
    await admin(server, 'change-email', EMAIL, 'Ann@New.example');
    expect(await codesOf(read(server.api, moved))).toEqual([404, 'RG1001']);
    expect((await read(server.api, other)).data.email).toBe('bob@new.example');
  });

  describe('of the mails in the queue', () => {
    const HOUR = 3_600_000;

    async function withMails() {
      const server = await startServer({ SMTP_URL: 'smtp://127.0.0.1:9' });
      await server.mailWorker.stop();
      const { db, now, keyring } = server.context;
      const mail = {
        kind: 'reset',
        language: 'en',
        sealed: keyring.seal('mail', '{}'),
        attempts: 4,
        created_at: now() - HOUR,
        expires_at: now() + HOUR,
        next_attempt_at: now() + HOUR,
        last_error: '451 at RCPT TO',
      } as const;
      const rows = [
        { recipient: 'given up', status: 'dead', next_attempt_at: now() - HOUR },
        { recipient: 'not yet tried', status: 'queued', last_error: null },
        { recipient: 'waits', status: 'queued' },
        { recipient: 'on its way', status: 'queued', next_attempt_at: now() + 30_000 },
        { recipient: 'sent', status: 'sent', last_error: null },
        { recipient: 'rejected', status: 'dead', sealed: null, last_error: '550 at RCPT TO' },
        { recipient: 'nobody', status: 'dropped' },
      ] as const;
      await db
        .insertInto('outbox')
        .values(rows.map((row, at) => ({ ...mail, ...row, message_id: String(at) })))
        .execute();
      const all = () => db.selectFrom('outbox').selectAll().orderBy('id').execute();
      return { server, all, before: await all() };
    }

    it('list those that could not be delivered so far', async () => {
      const { server } = await withMails();
      const lines = await admin(server, 'dead-letters');
      const at = '2025-03-05T11:00:00.000Z';
      expect(lines).toEqual([
        `1  ${at}  given up  reset  given up  451 at RCPT TO`,
        `3  ${at}  waits  reset  next try 2025-03-05T13:00:00.000Z  451 at RCPT TO`,
        `4  ${at}  on its way  reset  next try 2025-03-05T12:00:30.000Z  451 at RCPT TO`,
        `6  ${at}  rejected  reset  given up  550 at RCPT TO`,
      ]);
      const [json = ''] = await admin(server, 'dead-letters', '--json');
      const { mails } = JSON.parse(json) as { mails: { next_attempt_at: string | null }[] };
      expect(mails.map(({ next_attempt_at }) => next_attempt_at)).toEqual([
        null,
        '2025-03-05T13:00:00.000Z',
        '2025-03-05T12:00:30.000Z',
        null,
      ]);
    });

    it('send again all that still have their content, except one that is on its way', async () => {
      const { server, all, before } = await withMails();
      const { now } = server.context;
      const lines = ['Emails queued again: 2.', 'Due within 30 seconds anyway: 1.'];
      expect(await admin(server, 'send-again', 'all')).toEqual(lines);
      const again = { next_attempt_at: now() };
      const anew = { status: 'queued', attempts: 0, created_at: now(), expires_at: now() + HOUR / 2 };
      const changes = [{ ...again, ...anew }, {}, again, {}, {}, {}, {}];
      expect(await all()).toEqual(before.map((row, at) => ({ ...row, ...changes[at] })));
    });

    it('send one again, and no other', async () => {
      const { server, all, before } = await withMails();
      expect(await admin(server, 'send-again', '3')).toEqual(['Emails queued again: 1.']);
      const changes = [{}, {}, { next_attempt_at: server.context.now() }, {}, {}, {}, {}];
      expect(await all()).toEqual(before.map((row, at) => ({ ...row, ...changes[at] })));
    });

    it('say that one that is on its way needs no sending again', async () => {
      const { server, all, before } = await withMails();
      const lines = ['Emails queued again: 0.', 'Due within 30 seconds anyway: 1.'];
      expect(await admin(server, 'send-again', '4')).toEqual(lines);
      expect(await admin(server, 'send-again', '4', '--json')).toEqual(['{"queued":0}']);
      expect(await all()).toEqual(before);
    });

    const isNone = 'it does not exist, or its content has been deleted.';
    const isNoNumber = 'is neither a number listed by dead-letters nor all.';
    it.each([
      ...['2', '5', '6', '7', '8', '13'].map((which) => [which, `Cannot resend email ${which}: ${isNone}`] as const),
      ...['1a', 'all1', ' ', ' 3', '3 ', '3.0', '0x3', '0', '9999999999'].map(
        (which) => [which, `"${which}" ${isNoNumber}`] as const,
      ),
    ])('send none again by “%s”', async (which, message) => {
      const { server, all, before } = await withMails();
      await expect(admin(server, 'send-again', which)).rejects.toThrow(new AdminError(message));
      expect(await all()).toEqual(before);
    });
  });

  it('unlock a user after too many wrong passwords', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    for (let attempts = 0; attempts < 11; attempts += 1) {
      await failureOf(server.api.login({ body: { ...credentials, password: 'wrong password' } }));
    }
    expect(await codesOf(server.api.login({ body: credentials }))).toEqual([429, 'AU1004']);
    await admin(server, 'unlock', EMAIL);
    expect((await server.api.login({ body: credentials })).status).toBe(200);
  });

  it('delete what has expired, and say how much of each', async () => {
    const server = await startServer();
    const { db, now } = server.context;
    expect(await admin(server, 'purge')).toEqual(['Nothing has expired.']);
    const ended = ['a', 'b'].map((bucket) => ({ bucket, count: 1, window_ends_at: now() }));
    await db.insertInto('throttles').values(ended).execute();
    expect(await admin(server, 'purge')).toEqual(['throttles  2']);
  });

  it('say that no email is undelivered, and about a member nothing of others', async () => {
    const server = await startServer();
    const { customerId } = await addOwner(server, EMAIL);
    await addOwner(server, 'mia@example.com', { user: { customer_id: customerId, role: 'member' } });
    expect(await admin(server, 'dead-letters')).toEqual(['No undelivered emails.']);
    expect(await admin(server, 'disable', 'mia@example.com')).toEqual(['mia@example.com can no longer log in.']);
    expect(await admin(server, 'unlock', 'mia@example.com')).toEqual(['mia@example.com can try again straight away.']);
  });

  it('keep the data of a database elsewhere out of folders', async () => {
    const { context } = await startServer({ DATABASE_URL: '' });
    const database = { host: 'db.example' } as never;
    const elsewhere = { ...context, config: { ...context.config, database } };
    for (const name of ['backup', 'restore']) {
      await expect(runCommand(elsewhere, [name, '/nowhere'])).rejects.toThrow(
        `The data is in PostgreSQL: use pg_dump and pg_restore, and keep a copy of ${context.config.dataDir}/key (docs/postgresql.md).`,
      );
    }
  });

  it('answer wrong usage with one sentence', async () => {
    const server = await startServer();
    await expect(admin(server, 'toString')).rejects.toThrow('Unknown command "toString"');
    await expect(admin(server, 'discount', EMAIL)).rejects.toThrow(
      'Usage: npm run admin -- discount <email> --percent',
    );
    await expect(admin(server, 'end-sessions')).rejects.toThrow('Usage: npm run admin -- end-sessions <email>');
    await expect(admin(server, 'end-sessions', 'nobody@example.com')).rejects.toThrow(
      'No user has the email address nobody@example.com.',
    );
    await expect(admin(server, 'create-user', 'x', '--first-name=a', '--last-name=b')).rejects.toThrow(
      'x is not a valid email address.',
    );
  });

  it('work beside a running server, each in its own process', async () => {
    const server = await startServer({ DATABASE_URL: '' });
    await addOwner(server, EMAIL);
    const env = { ...process.env, DATA_DIR: server.dataDir };
    const run = (...args: string[]) => promisify(execFile)(process.execPath, ['server/admin.ts', ...args], { env });
    const { stdout } = await run('discount', EMAIL, '--percent', '10');
    const customer_token = linkIn(stdout.trim().split('\n'), 'discount');
    expect((await server.api.redeemDiscount({ params: { customer_token } })).status).toBe(201);
    await expect(run('discount')).rejects.toMatchObject({ code: 2, stderr: expect.stringMatching(/^Usage: /) });
  });
});
