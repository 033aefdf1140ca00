import { describe, expect, it, test } from 'vitest';
import { takeDue } from '#server/mail/due.ts';
import type { QueuedEmail } from '#server/mail/outbox.ts';
import { as, challenge, EMAIL } from '#tests/support/account.ts';
import { failureOf } from '#tests/support/failures.ts';
import { outbox, queue, withRounds } from '#tests/support/mailing.ts';
import { addOwner, otherThan, PASSWORD } from '#tests/support/people.ts';
import type { TestServer } from '#tests/support/server.ts';
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

describe('greylisting', () => {
  it('for six minutes delivers only the newest code, with its remaining time', async () => {
    const { server, mailServer, round } = await withRounds();
    await addOwner(server, EMAIL);
    mailServer.answer = (stage) => (stage === 'RCPT TO' ? 451 : null);
    const nonce = await challenge(server);
    await round(0);
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
    const { server, mailServer, round } = await withRounds();
    await addOwner(server, EMAIL);
    mailServer.answer = (stage) => (stage === 'RCPT TO' ? 451 : null);
    await challenge(server);
    await round(0);
    for (let second = 0; second < 340; second += 5) await round(5);
    mailServer.answer = () => null;
    for (let second = 0; second < 40; second += 5) await round(5);
    expect(mailServer.mails).toHaveLength(1);
  });

  it('of an older mail does not delay a newer code, link or registration', async () => {
    const { server, mailServer, round } = await withRounds();
    await addOwner(server, EMAIL);
    mailServer.answer = (stage) => (stage === 'RCPT TO' ? 451 : null);
    await queue(server, notice);
    await round(0);
    mailServer.answer = () => null;
    await challenge(server);
    await round(0);
    expect(mailServer.mails.map(subjectIn)).toEqual(['Your Ringwell login code']);
    await server.api.requestReset({ body: { email: EMAIL } });
    await round(0);
    expect(mailServer.mails).toHaveLength(2);
    await begin(server, { email: EMAIL });
    await round(0);
    expect(mailServer.mails).toHaveLength(3);
    expect((await outbox(server))[0]).toMatchObject({ status: 'queued', kind: 'passwordChanged' });
  });

  it('of several mails delivers the newest code first, then older ones, then notices in their order', async () => {
    const { server, mailServer, round } = await withRounds();
    mailServer.answer = (stage) => (stage === 'RCPT TO' ? 451 : null);
    const code = (digits: string): QueuedEmail => ({
      to: EMAIL,
      kind: 'loginCode',
      language: 'en',
      values: { code: digits },
    });
    await queue(server, notice, code('111111'), { ...notice, kind: 'secondFactorOn' }, code('222222'));
    await round(0);
    expect(mailServer.tried()).toBe(3);
    expect((await outbox(server)).filter(({ last_error }) => last_error)).toHaveLength(3);
    server.clock.forward(10);
    const due = await takeDue(server.context, 20);
    expect(due.map(({ id }) => id)).toEqual([4, 2, 1]);
  });
});

describe('a code that is no longer valid', () => {
  /** Undelivered so far; then something happens, and the mail server takes what comes. */
  async function lateCode(start: (server: TestServer) => Promise<string>) {
    const mailing = await withRounds();
    const { server, mailServer, round } = mailing;
    await addOwner(server, EMAIL);
    mailServer.answer = (stage) => (stage === 'RCPT TO' ? 451 : null);
    const proof = await start(server);
    await round(0);
    const [code = ''] = await waitingCodes(server);
    return { ...mailing, proof, code };
  }

  async function arrived({ server, mailServer, round }: Awaited<ReturnType<typeof lateCode>>): Promise<string[]> {
    mailServer.answer = () => null;
    await round(0);
    for (let attempts = 0; attempts < 3; attempts += 1) await round(20);
    expect((await outbox(server)).filter(({ status }) => status === 'queued')).toEqual([]);
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
    await late.round(0);
    const [newest] = await waitingCodes(late.server);
    expect(newest).not.toBe(late.code);
    expect(await arrived(late)).toEqual([newest]);
  });

  it('is not sent if the login or sign-up was started again', async () => {
    const login = await lateCode(challenge);
    await challenge(login.server);
    await login.round(0);
    const [, newest] = await waitingCodes(login.server);
    expect(await arrived(login)).toEqual([newest]);
    const signUp = await lateCode((server) => begin(server));
    await begin(signUp.server);
    await signUp.round(0);
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
    const { server, mailServer, round } = await withRounds({ TWO_FACTOR: 'off' });
    await addOwner(server, EMAIL);
    const me = await as(server, EMAIL, PASSWORD);
    mailServer.answer = (stage) => (stage === 'RCPT TO' ? 451 : null);
    await me.inviteTeammate({ body: { email: 'mia@example.com' } });
    await round(0);
    await server.context.db.updateTable('invitations').set({ revoked_at: server.clock.now() }).execute();
    mailServer.answer = () => null;
    await round(30);
    expect(mailServer.mails).toEqual([]);
    expect(await outbox(server)).toMatchObject([{ status: 'dropped', sealed: null }]);
  });

  it('is not sent to a sign-up that is told of a revoked invitation; of another one it is', async () => {
    const { server, mailServer, round } = await withRounds({ TWO_FACTOR: 'off', SIGNUP_ORDER: 'plan-first' });
    await addOwner(server, EMAIL);
    const me = await as(server, EMAIL, PASSWORD);
    mailServer.answer = (stage) => (stage === 'RCPT TO' ? 451 : null);
    for (const to of ['mia@example.com', 'noa@example.com']) {
      await me.inviteTeammate({ body: { email: to } });
      await begin(server, { email: to });
    }
    await round(0);
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

describe('the link of an invitation whose mail is late', () => {
  const DAY = 86_400;

  /** An invitation, the mail of which the mail server refuses so far. */
  async function lateInvitation() {
    const mailing = await withRounds({ TWO_FACTOR: 'off' });
    await addOwner(mailing.server, EMAIL);
    const me = await as(mailing.server, EMAIL, PASSWORD);
    mailing.mailServer.answer = (stage) => (stage === 'DATA' ? 554 : null);
    await me.inviteTeammate({ body: { email: 'mia@example.com' } });
    await mailing.round(0);
    return mailing;
  }
  const invitationIn = ({ raw }: { raw: string }) =>
    /invitation=([\w-]{43})/.exec(raw.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[1] ?? '';

  it('works for the seven days that the mail states, from when it is sent', async () => {
    const { server, mailServer, round } = await lateInvitation();
    mailServer.answer = () => null;
    await round(2 * DAY);
    expect(mailServer.mails[0]?.raw).toContain('expires in 7 days');
    const params = { invitation_token: invitationIn(mailServer.mails[0] ?? { raw: '' }) };
    server.clock.forward(7 * DAY - 1);
    expect((await server.api.readInvitation({ params })).status).toBe(200);
    server.clock.forward(1);
    expect((await failureOf(server.api.readInvitation({ params }))).status).toBe(404);
  });

  it('is not sent again once it has ended', async () => {
    const { server, mailServer, round } = await lateInvitation();
    mailServer.answer = () => null;
    await server.context.db
      .updateTable('outbox')
      .set({ expires_at: server.clock.now() + 9e9 })
      .execute();
    await round(7 * DAY);
    expect(mailServer.mails).toEqual([]);
    expect(await outbox(server)).toMatchObject([{ status: 'dropped' }]);
  });

  it('leaves those to other people as they are', async () => {
    const { server, mailServer, round } = await lateInvitation();
    const me = await as(server, EMAIL, PASSWORD);
    mailServer.answer = (stage, address) => (stage === 'DATA' && address === 'mia@example.com' ? 554 : null);
    await me.inviteTeammate({ body: { email: 'noa@example.com' } });
    await round(0);
    mailServer.answer = () => null;
    await round(2 * DAY);
    server.clock.forward(5 * DAY);
    const { invitations } = (await (await as(server, EMAIL, PASSWORD)).readTeam({})).data.data;
    expect(invitations.map(({ email }) => email)).toEqual(['mia@example.com']);
  });
});

test.each([
  ['has an account', {}, 'You already have a Ringwell account'],
  ['had one that is disabled', { disabled_at: 1 }, 'Your Ringwell account has been disabled'],
])('a sign-up with an address that %s is told so by mail only', async (_, user, subject) => {
  const { server, mailServer, round } = await withRounds({ SIGNUP_ORDER: 'plan-first' });
  await addOwner(server, EMAIL, { user });
  await begin(server, { email: EMAIL });
  await round(0);
  expect(mailServer.mails.map(subjectIn)).toEqual([subject]);
});
