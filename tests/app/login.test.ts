import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { authMachine } from '#machines/auth.machine.ts';
import { mailedLinksMachine } from '#machines/mailedLinks.machine.ts';
import { newPasswordMachine } from '#machines/newPassword.machine.ts';
import { noticeMachine } from '#machines/notice.machine.ts';
import { recoveryMachine } from '#machines/recovery.machine.ts';
import { rest, servicesFor } from '../support/journey.ts';
import { addOwner, codeFor, mailsTo, otherThan, PASSWORD, tokenFor } from '../support/people.ts';
import { type ClientOptions, startServer, type TestServer } from '../support/server.ts';

/*
 * Flow, client and server together: the machines as they are, the calls over the typed client, the
 * server in process. No screen and no browser.
 */

const EMAIL = 'ann@example.com';
const start = { startAt: 'credentials', email: '', challenge: null, coolDownSeconds: 30 } as const;
const noLinks = { confirmationToken: null, discountToken: null };

function openAuth(
  server: TestServer,
  change: Partial<typeof noLinks> | Record<string, string> | { coolDownSeconds: number } = {},
  as: ClientOptions = {},
) {
  const services = servicesFor(server, as);
  const { login, loginWithCode, resendLoginCode, confirmCustomer, redeemDiscount, clock } = services.actors;
  const actor = createActor(
    authMachine.provide({
      actors: {
        login,
        loginWithCode,
        resendLoginCode,
        clock,
        mailedLinks: mailedLinksMachine.provide({
          actors: { waitForPerson: fromPromise<unknown, void>(async () => undefined), confirmCustomer, redeemDiscount },
          actions: { addNotice: services.note('notify'), removeToken: services.note('removeToken') },
        }),
      },
      actions: {
        notify: services.note('notify'),
        clearNotice: services.note('clearNotice'),
        goTo: services.note('goTo'),
        openSession: services.note('openSession'),
        storeChallenge: services.note('storeChallenge'),
        deleteChallenge: services.note('deleteChallenge'),
        storeDevice: services.note('storeDevice'),
      },
    }),
    { input: { ...start, ...noLinks, ...change } },
  ).start();
  const logIn = (password = PASSWORD, remember_me = false) => {
    actor.send({ type: 'CHANGE', change: { email: ` ${EMAIL}`, password, remember_me } });
    actor.send({ type: 'SUBMIT' });
    return rest(actor);
  };
  const enter = (code: string) => {
    actor.send({ type: 'CODE_CHANGED', code });
    actor.send({ type: 'SUBMIT' });
    return rest(actor);
  };
  return { ...services, actor, logIn, enter };
}

test('login with second factor: wrong password, wrong code, right code, and the device is remembered', async () => {
  const server = await startServer();
  const { userId } = await addOwner(server, EMAIL);
  const visit = openAuth(server);

  expect((await visit.logIn('wrong password')).value).toBe('credentials');
  expect(visit.lastNotice()).toEqual({ kind: 'error', message: { text: 'Wrong email address or password.' } });

  expect((await visit.logIn(PASSWORD, true)).value).toEqual({ twoFactor: 'entering' });
  expect(visit.lastNotice()).toEqual({
    kind: 'success',
    message: { text: 'Authentication code has been sent to your email address.' },
  });
  expect(visit.last('storeChallenge')).toMatchObject({ email: EMAIL, remember_me: true });

  const code = await codeFor(server, EMAIL);
  const refused = await visit.enter(otherThan(code));
  expect(refused.context).toMatchObject({ code: '', codeError: expect.stringMatching(/./) });

  expect((await visit.enter(code)).value).toBe('loggedIn');
  expect(visit.last('openSession')).toMatchObject({ user_id: userId, remember_me: true });
  expect(visit.last('deleteChallenge')).toEqual({ nonce: expect.stringMatching(/./) });
  expect(visit.last('goTo')).toEqual({ family: 'dashboard' });

  const { fingerprint } = visit.last('storeDevice') as { fingerprint: string };
  const nextAuth = openAuth(server, {}, { headers: { 'X-Device': fingerprint } });
  expect((await nextAuth.logIn()).value).toBe('loggedIn');
});

test('a resent code replaces the first one, and the next has a cool-down', async () => {
  const server = await startServer();
  await addOwner(server, EMAIL);
  const visit = openAuth(server);
  await visit.logIn();
  const first = await codeFor(server, EMAIL);
  visit.actor.send({ type: 'RESEND' });
  const { context } = await rest(visit.actor);
  expect(visit.lastNotice()).toEqual({ kind: 'success', message: { code: 'loginCodeSent' } });
  expect(Date.parse(context.challenge?.resend_at ?? '')).toBe(server.clock.now() + 30_000);
  expect(visit.actor.getSnapshot().can({ type: 'RESEND' })).toBe(false);
  visit.actor.send({ type: 'TIME_PASSED', now: server.clock.now() + 30_000 });
  expect(visit.actor.getSnapshot().can({ type: 'RESEND' })).toBe(true);

  const second = await codeFor(server, EMAIL);
  if (first !== second) expect((await visit.enter(first)).context.codeError).not.toBeNull();
  expect((await visit.enter(second)).value).toBe('loggedIn');
});

test('a cool-down of two minutes lasts two minutes', async () => {
  const server = await startServer({ COOL_DOWN_S: '120' });
  await addOwner(server, EMAIL);
  const visit = openAuth(server, { coolDownSeconds: 120 });
  const mayResendAfter = (seconds: number) => {
    visit.actor.send({ type: 'TIME_PASSED', now: sentAt + seconds * 1000 });
    return visit.actor.getSnapshot().can({ type: 'RESEND' });
  };
  await visit.logIn();
  const sentAt = server.clock.now();
  visit.actor.send({ type: 'RESEND' });
  await rest(visit.actor);
  expect([1, 61, 119, 120].map(mayResendAfter)).toEqual([false, false, false, true]);
});

test('after too many wrong codes a link leads back, with the e-mail address kept and no request sent', async () => {
  const server = await startServer();
  await addOwner(server, EMAIL);
  const visit = openAuth(server);
  await visit.logIn();
  const wrong = otherThan(await codeFor(server, EMAIL));
  for (let tries = 0; tries < 6 && !visit.actor.getSnapshot().matches('challengeExpired'); tries += 1)
    await visit.enter(wrong);
  expect(visit.actor.getSnapshot().value).toBe('challengeExpired');
  expect(visit.lastNotice().kind).toBe('error');
  const mails = (await mailsTo(server, EMAIL)).length;
  visit.actor.send({ type: 'BACK' });
  expect(visit.actor.getSnapshot().value).toBe('credentials');
  expect(visit.actor.getSnapshot().context.form.values.email.trim()).toBe(EMAIL);
  expect((await mailsTo(server, EMAIL)).length).toBe(mails);
});

test('an unconfirmed account: the banner sends the mail, and its link confirms and prefills the address', async () => {
  const server = await startServer({ TWO_FACTOR: 'off' });
  await addOwner(server, EMAIL, { user: { confirmed_at: null } });
  const visit = openAuth(server);
  expect((await visit.logIn()).value).toBe('credentials');
  expect(visit.lastNotice()).toMatchObject({ kind: 'error', resendTo: EMAIL });

  const banner = createActor(
    noticeMachine.provide({ actors: { resendConfirmation: visit.actors.resendConfirmation } }),
    { input: { error: null } },
  ).start();
  banner.send({ type: 'SHOW', notice: visit.lastNotice() });
  banner.send({ type: 'RESEND_CONFIRMATION' });
  expect((await rest(banner)).context.notices).toMatchObject([{ kind: 'success' }]);

  const confirmationToken = await tokenFor(server, EMAIL);
  const arrival = openAuth(server, { confirmationToken });
  await expect.poll(() => arrival.actor.getSnapshot().context.form.values.email).toBe(EMAIL);
  expect(arrival.lastNotice()).toEqual({ kind: 'success', message: { code: 'accountConfirmed' } });
  expect(arrival.last('removeToken')).toEqual({ parameter: 'token' });
  expect((await arrival.logIn()).value).toBe('loggedIn');
});

test.each([
  ['off', 'loggedIn', 'dashboard'],
  ['always', 'challenged', 'login2fa'],
])('a forgotten password with the second factor %s: link, new password, then %s', async (policy, end, family) => {
  const server = await startServer({ TWO_FACTOR: policy });
  await addOwner(server, EMAIL);
  const services = servicesFor(server);
  const recovery = createActor(
    recoveryMachine.provide({
      actors: { requestReset: services.actors.requestReset },
      actions: { notify: services.note('notify'), clearNotice: services.note('clearNotice') },
    }),
    { input: { email: EMAIL } },
  ).start();
  recovery.send({ type: 'SUBMIT' });
  expect((await rest(recovery)).value).toBe('sent');

  const actor = createActor(
    newPasswordMachine.provide({
      actors: { resetPassword: services.actors.resetPassword, login: services.actors.login },
      actions: {
        notify: services.note('notify'),
        addNotice: services.note('addNotice'),
        clearNotice: services.note('clearNotice'),
        removeToken: services.note('removeToken'),
        markPasswordReset: services.note('markPasswordReset'),
        storeChallenge: services.note('storeChallenge'),
        openSession: services.note('openSession'),
        goTo: services.note('goTo'),
      },
    }),
    { input: { token: await tokenFor(server, EMAIL) } },
  ).start();
  const submit = (password: string) => {
    actor.send({ type: 'CHANGE', change: { password, repeatPassword: password } });
    actor.send({ type: 'SUBMIT' });
    return rest(actor);
  };
  expect((await submit('password')).context.form.errors.password).toEqual(expect.stringMatching(/./));
  expect((await submit('quite another horse')).value).toBe(end);
  expect(services.lastNotice().kind).toBe('success');
  expect(services.effects.map(([name]) => name)).toContain('markPasswordReset');
  expect(services.last('goTo')).toEqual({ family });
});
