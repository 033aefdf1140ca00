import { describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { takeDue } from '#server/mail/due.ts';
import { startMailWorker } from '#server/mail/mailWorker.ts';
import type { QueuedEmail } from '#server/mail/outbox.ts';
import type { Delivery } from '#server/mail/transport.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { as } from '#tests/support/account.ts';
import { emptyFolder } from '#tests/support/dataFolder.ts';
import { failureOf } from '#tests/support/failures.ts';
import { challenge, EMAIL } from '#tests/support/login.ts';
import { eventually, outbox, queue, withMailServer } from '#tests/support/mailing.ts';
import { addOwner, otherThan, PASSWORD } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { account, begin, submit } from '#tests/support/signUp.ts';

const notice: QueuedEmail = { to: EMAIL, kind: 'passwordChanged', language: 'en' };

/** The codes of the mails that wait, oldest first. */
const waitingCodes = async (server: TestServer) =>
  (await outbox(server)).flatMap(({ status, sealed }) =>
    status === 'queued'
      ? [(JSON.parse(server.context.keyring.open('mail', sealed ?? '') ?? '{}') as { code?: string }).code ?? '']
      : [],
  );
const codeIn = ({ raw }: { raw: string }) => /^\d{6}$/m.exec(raw.replaceAll('\r', ''))?.[0];
const subjectIn = ({ raw }: { raw: string }) => /^Subject: (.*)\r$/m.exec(raw)?.[1];

/** Every mail has been tried and waits. */
const settled = (server: TestServer) =>
  eventually(async () => {
    for (const { status, last_error } of await outbox(server)) {
      if (status === 'queued') expect(last_error).not.toBeNull();
    }
  });

describe('greylisting', () => {
  it('for six minutes delivers only the newest code, with its remaining time', async () => {
    const { server, mailServer, round } = await withMailServer();
    await addOwner(server, EMAIL);
    mailServer.answer = (stage) => (stage === 'RCPT TO' ? 451 : null);
    const nonce = await challenge(server);
    await settled(server);
    for (let second = 0; second < 180; second += 15) await round(15);
    await server.api.resendLoginCode({ params: { nonce } });
    for (let second = 180; second < 360; second += 15) await round(15);
    const [newest, ...others] = await waitingCodes(server);
    expect(others).toEqual([]);
    mailServer.answer = () => null;
    for (let second = 0; second < 45; second += 15) await round(15);
    expect(mailServer.mails.map(codeIn)).toEqual([newest]);
    expect(mailServer.mails[0]?.raw).toMatch(/expires in [67] minutes/);
  });

  it('delays a code by at most about half a minute after it ends', async () => {
    const { server, mailServer, round } = await withMailServer();
    await addOwner(server, EMAIL);
    mailServer.answer = (stage) => (stage === 'RCPT TO' ? 451 : null);
    await challenge(server);
    await settled(server);
    for (let second = 0; second < 340; second += 5) await round(5);
    mailServer.answer = () => null;
    for (let second = 0; second < 40; second += 5) await round(5);
    expect(mailServer.mails).toHaveLength(1);
  });

  it('of an older mail does not delay a newer code, link or registration', async () => {
    const { server, mailServer } = await withMailServer();
    await addOwner(server, EMAIL);
    mailServer.answer = (stage) => (stage === 'RCPT TO' ? 451 : null);
    await queue(server, notice);
    await settled(server);
    mailServer.answer = () => null;
    await challenge(server);
    await eventually(() => expect(mailServer.mails.map(subjectIn)).toEqual(['Your Ringwell login code']));
    await server.api.requestReset({ body: { email: EMAIL } });
    await eventually(() => expect(mailServer.mails).toHaveLength(2));
    await begin(server, { email: EMAIL });
    await eventually(() => expect(mailServer.mails).toHaveLength(3));
    expect((await outbox(server))[0]).toMatchObject({ status: 'queued', kind: 'passwordChanged' });
  });

  it('of several mails delivers the newest code first, then older ones, then notices in their order', async () => {
    const { server, mailServer } = await withMailServer();
    mailServer.answer = (stage) => (stage === 'RCPT TO' ? 451 : null);
    const code = (digits: string): QueuedEmail => ({
      to: EMAIL,
      kind: 'loginCode',
      language: 'en',
      values: { code: digits },
    });
    await queue(server, notice, code('111111'), { ...notice, kind: 'secondFactorOn' }, code('222222'));
    await eventually(() => expect(mailServer.tried()).toBe(3));
    await eventually(async () => expect((await outbox(server)).filter(({ last_error }) => last_error)).toHaveLength(3));
    server.clock.forward(10);
    const due = await takeDue(server.context, 20);
    expect(due.map(({ id }) => id)).toEqual([4, 2, 1]);
  });
});

describe('a code that is no longer valid', () => {
  /** Undelivered so far; then something happens, and the mail server takes what comes. */
  async function lateCode(start: (server: TestServer) => Promise<string>) {
    const mailing = await withMailServer();
    const { server, mailServer } = mailing;
    await addOwner(server, EMAIL);
    mailServer.answer = (stage) => (stage === 'RCPT TO' ? 451 : null);
    const proof = await start(server);
    await settled(server);
    const [code = ''] = await waitingCodes(server);
    return { ...mailing, proof, code };
  }

  async function arrived({ server, mailServer, round }: Awaited<ReturnType<typeof lateCode>>): Promise<string[]> {
    mailServer.answer = () => null;
    await settled(server);
    for (let attempts = 0; attempts < 3; attempts += 1) await round(20);
    await eventually(async () => {
      expect((await outbox(server)).filter(({ status }) => status === 'queued')).toEqual([]);
    });
    return mailServer.mails.flatMap((mail) => codeIn(mail) ?? []);
  }

  it('is not sent if it was used', async () => {
    const late = await lateCode(challenge);
    await late.server.api.loginWithCode({ body: { nonce: late.proof, code: late.code } });
    expect(await arrived(late)).toEqual([]);
  });

  it('is not sent after too many wrong attempts', async () => {
    const late = await lateCode(challenge);
    const body = { nonce: late.proof, code: otherThan(late.code) };
    for (let attempts = 0; attempts < 5; attempts += 1) await failureOf(late.server.api.loginWithCode({ body }));
    expect(await arrived(late)).toEqual([]);
  });

  it('is not sent if the password was changed', async () => {
    const late = await lateCode(challenge);
    const { context } = late.server;
    await context.db.deleteFrom('login_challenges').execute();
    expect(await arrived(late)).toEqual([]);
  });

  it('is not sent if another was requested', async () => {
    const late = await lateCode(challenge);
    await late.server.api.resendLoginCode({ params: { nonce: late.proof } });
    await settled(late.server);
    const [newest] = await waitingCodes(late.server);
    expect(newest).not.toBe(late.code);
    expect(await arrived(late)).toEqual([newest]);
  });

  it('is not sent if the login or sign-up was started again', async () => {
    const login = await lateCode(challenge);
    await challenge(login.server);
    await settled(login.server);
    const [, newest] = await waitingCodes(login.server);
    expect(await arrived(login)).toEqual([newest]);
    const signUp = await lateCode((server) => begin(server));
    await begin(signUp.server);
    await settled(signUp.server);
    const [, latest] = await waitingCodes(signUp.server);
    expect(await arrived(signUp)).toEqual([latest]);
  });

  it('is not sent if the sign-up has changed its address', async () => {
    const late = await lateCode((server) => begin(server));
    await submit(late.server.api, late.proof, { ...account, step: '1', email: 'new@example.com' });
    const codes = await arrived(late);
    expect(late.mailServer.mails.map(({ to }) => to[0])).toEqual(['new@example.com']);
    expect(codes).not.toContain(late.code);
  });

  it('is not sent if the sign-up has passed its step', async () => {
    const late = await lateCode((server) => begin(server));
    await submit(late.server.api, late.proof, { step: '2', verification_code: late.code });
    expect(await arrived(late)).toEqual([]);
  });

  it('is still sent while it is valid', async () => {
    const late = await lateCode((server) => begin(server));
    expect(await arrived(late)).toEqual([late.code]);
  });

  it('is still sent after codes to another address, or of another kind', async () => {
    const late = await lateCode(challenge);
    const other = (to: string, kind: 'loginCode' | 'verificationCode', code: string): QueuedEmail => ({
      to,
      kind,
      language: 'en',
      values: { code },
    });
    await queue(late.server, other('bob@example.com', 'loginCode', '111111'));
    await queue(late.server, other(EMAIL, 'verificationCode', '222222'));
    expect((await arrived(late)).sort()).toEqual(['111111', '222222', late.code].sort());
  });

  it('is not sent for a revoked invitation', async () => {
    const { server, mailServer, round } = await withMailServer({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    const me = await as(server, EMAIL, PASSWORD);
    mailServer.answer = (stage) => (stage === 'RCPT TO' ? 451 : null);
    await me.inviteTeammate({ body: { email: 'mia@example.com' } });
    await settled(server);
    await server.context.db.updateTable('invitations').set({ revoked_at: server.clock.now() }).execute();
    mailServer.answer = () => null;
    await round(30);
    expect(mailServer.mails).toEqual([]);
    expect(await outbox(server)).toMatchObject([{ status: 'dropped', sealed: null }]);
  });

  it('is not sent to a sign-up that is told of a revoked invitation; of another one it is', async () => {
    const { server, mailServer, round } = await withMailServer({ TWO_FACTOR: 'off', SIGNUP_ORDER: 'plan-first' });
    await addOwner(server, EMAIL);
    const me = await as(server, EMAIL, PASSWORD);
    mailServer.answer = (stage) => (stage === 'RCPT TO' ? 451 : null);
    for (const to of ['mia@example.com', 'noa@example.com']) {
      await me.inviteTeammate({ body: { email: to } });
      await begin(server, { email: to });
    }
    await settled(server);
    const { db, now } = server.context;
    const ofMia = db.updateTable('invitations').where('email_key', '=', 'mia@example.com');
    await ofMia.set({ revoked_at: now() }).execute();
    mailServer.answer = () => null;
    for (let attempts = 0; attempts < 3; attempts += 1) await round(30);
    const told = (await outbox(server)).filter(({ kind }) => kind === 'invitedAlready');
    expect(told.map(({ recipient, status }) => `${recipient} ${status}`)).toEqual([
      'mia@example.com dropped',
      'noa@example.com sent',
    ]);
    // Neither has an account.
    expect(mailServer.mails.map(subjectIn)).toEqual(['Ann Owner invited you to Ringwell']);
  });
});

test.each([
  ['has an account', {}, 'You already have a Ringwell account'],
  ['had one that is disabled', { disabled_at: 1 }, 'Your Ringwell account has been disabled'],
])('a sign-up with an address that %s is told so by mail only', async (_, user, subject) => {
  const { server, mailServer } = await withMailServer({ SIGNUP_ORDER: 'plan-first' });
  await addOwner(server, EMAIL, { user });
  await begin(server, { email: EMAIL });
  await eventually(() => expect(mailServer.mails.map(subjectIn)).toEqual([subject]));
});

describe('a mail that hangs', () => {
  it('delays no other mail, of the same round or later', async () => {
    const { server, mailServer } = await withMailServer();
    let letGo = () => {};
    const until = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    mailServer.answer = (_stage, address) => (address.startsWith('slow') ? until : null);
    const slow = Array.from({ length: 8 }, (_, count) => ({ ...notice, to: `slow${count}@example.com` }));
    await queue(server, ...slow, notice);
    await eventually(() => expect(mailServer.mails.map(({ to }) => to[0])).toEqual([EMAIL]));
    for (const to of ['bob@example.com', 'cleo@example.com']) {
      await queue(server, { ...notice, to });
      await eventually(() => expect(mailServer.mails.at(-1)?.to).toEqual([to]));
    }
    letGo();
    await eventually(() => expect(mailServer.mails).toHaveLength(11));
  });

  it('delays no code, even if thirty hang at once', async () => {
    const { server, mailServer } = await withMailServer();
    const { promise: until, resolve: letGo } = Promise.withResolvers<void>();
    mailServer.answer = (_stage, address) => (address.startsWith('slow') ? until : null);
    await queue(server, ...Array.from({ length: 30 }, (_, at) => ({ ...notice, to: `slow${at}@example.com` })));
    await eventually(() => expect(mailServer.tried()).toBe(30));
    const queuedAt = performance.now();
    await queue(server, { to: EMAIL, kind: 'loginCode', language: 'en', values: { code: '012345' } });
    await eventually(() => expect(mailServer.mails.map(({ to }) => to[0])).toEqual([EMAIL]));
    expect(performance.now() - queuedAt).toBeLessThan(5_000);
    letGo();
    await eventually(() => expect(mailServer.mails).toHaveLength(31));
  });

  it('holds a connection of thirty at most; further mails wait until one of them ends', async () => {
    const { context } = await startServer();
    const { db } = await openSqlite(emptyFolder(), 0);
    onTestFinished(() => db.destroy());
    // A database of its own, so that the server's own worker takes none of its mails.
    const apart = { ...context, db, wakeMail: () => {} };
    await queue(
      { context: apart },
      ...Array.from({ length: 60 }, (_, at) => ({ ...notice, to: `p${at}@example.com` })),
    );
    const ends: (() => void)[] = [];
    const deliver = () => new Promise<Delivery>((resolve) => ends.push(() => resolve({ kind: 'sent' })));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const worker = startMailWorker(apart, { deliver, close: () => {} });
    for (let seconds = 0; seconds < 10; seconds += 1) await vi.advanceTimersByTimeAsync(1_000);
    expect(ends).toHaveLength(40);
    ends[0]?.();
    for (let seconds = 0; seconds < 3; seconds += 1) await vi.advanceTimersByTimeAsync(1_000);
    expect(ends).toHaveLength(41);
    for (let at = 1; at < 60; at += 1) {
      await vi.waitFor(() => expect(ends.length).toBeGreaterThan(at));
      ends[at]?.();
    }
    await vi.waitFor(async () =>
      expect(await db.selectFrom('outbox').select('id').where('status', '=', 'sent').execute()).toHaveLength(60),
    );
    await worker.stop();
  });

  it('at most ten are sent at once', async () => {
    const { server, mailServer } = await withMailServer();
    let letGo = () => {};
    const until = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    mailServer.answer = (stage) => (stage === 'RCPT TO' ? until : null);
    await queue(server, ...Array.from({ length: 15 }, (_, count) => ({ ...notice, to: `p${count}@example.com` })));
    await eventually(() => expect(mailServer.tried()).toBe(10));
    expect((await outbox(server)).filter(({ attempts }) => attempts > 0)).toHaveLength(10);
    letGo();
    await eventually(() => expect(mailServer.mails).toHaveLength(15));
  });

  it('times out, even if data trickles in, and is retried', async () => {
    const { server, mailServer } = await withMailServer();
    const limit = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    mailServer.answer = (stage) => (stage === 'RCPT TO' ? new Promise<void>(() => {}) : null);
    await queue(server, notice);
    await eventually(() => expect(mailServer.tried()).toBe(1));
    expect(timeout.mock.calls[0]?.[0]).toBeLessThan(30_000);
    limit.abort();
    await eventually(async () => {
      expect(await outbox(server)).toMatchObject([{ status: 'queued', last_error: 'EABORT' }]);
    });
    timeout.mockRestore();
    mailServer.answer = () => null;
    server.clock.forward(6);
    server.context.wakeMail();
    await eventually(() => expect(mailServer.mails).toHaveLength(1));
  });

  it('delays the shutdown of the server for seconds only', async () => {
    const { server, mailServer } = await withMailServer();
    mailServer.answer = (stage) => (stage === 'RCPT TO' ? new Promise<void>(() => {}) : null);
    await queue(server, notice);
    await eventually(() => expect(mailServer.tried()).toBe(1));
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const stopped = server.mailWorker.stop();
    vi.advanceTimersByTime(5000);
    vi.useRealTimers();
    await stopped;
  });
});
