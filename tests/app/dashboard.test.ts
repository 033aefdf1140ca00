import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { Failure } from '#domain/failure.ts';
import { cancellationMachine } from '#machines/dashboard/cancellation.machine.ts';
import { dashboardMachine } from '#machines/dashboard/dashboard.machine.ts';
import { passwordChangeMachine } from '#machines/dashboard/passwordChange.machine.ts';
import { secondFactorMachine } from '#machines/dashboard/secondFactor.machine.ts';
import { sessionsMachine } from '#machines/dashboard/sessions.machine.ts';
import { teamMachine } from '#machines/dashboard/team.machine.ts';
import { invitationMachine } from '#machines/invitation.machine.ts';
import { addMember, EMAIL, sessionToken } from '../support/account.ts';
import { rest, servicesFor } from '../support/journey.ts';
import { addOwner, PASSWORD, tokenFor } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { account, beginWithNumber, billing, submit } from '../support/signUp.ts';

type Panel = 'team' | 'sessions' | 'cancellation' | 'secondFactor' | 'passwordChange';

/**
 * The dashboard of the session with this token, with its real children; the session ends when the server says so. The
 * `lost` requests are carried out, but their answers do not arrive.
 */
function openDashboard(server: TestServer, userToken: string, lost: ('cancelTrial' | 'undoCancellation')[] = []) {
  const services = servicesFor(server, { userToken });
  const actors = { ...services.actors };
  const api = server.client({ userToken });
  for (const name of lost) {
    const request = fromPromise(async () => {
      await api[name]({});
      throw new Failure('unreachable');
    });
    Object.assign(actors, { [name]: request });
  }
  const banner = { notify: services.note('notify'), clearNotice: services.note('clearNotice') };
  const refreshAccount = () => actor.send({ type: 'REFRESH' });
  const actor = createActor(
    dashboardMachine.provide({
      actors: {
        readAccount: actors.readAccount,
        logOut: actors.logOut,
        resumeRegistration: actors.resumeRegistration,
        team: teamMachine.provide({
          actors: {
            readTeam: actors.readTeam,
            assignAddOn: actors.assignAddOn,
            removeAddOn: actors.removeAddOn,
            removeTeammate: actors.removeTeammate,
            inviteTeammate: actors.inviteTeammate,
            revokeInvitation: actors.revokeInvitation,
          },
          actions: { ...banner, refreshAccount },
        }),
        sessions: sessionsMachine.provide({
          actors: {
            listSessions: actors.listSessions,
            endSession: actors.endSession,
            endOtherSessions: actors.endOtherSessions,
          },
          actions: banner,
        }),
        cancellation: cancellationMachine.provide({
          actors: { cancelTrial: actors.cancelTrial, undoCancellation: actors.undoCancellation },
          actions: banner,
        }),
        secondFactor: secondFactorMachine.provide({
          actors: { switchSecondFactor: actors.switchSecondFactor },
          actions: banner,
        }),
        passwordChange: passwordChangeMachine.provide({
          actors: { changePassword: actors.changePassword, requestReset: actors.requestReset },
          actions: { ...banner, renewSession: services.note('renewSession') },
        }),
      },
      actions: {
        ...banner,
        closeSession: services.note('closeSession'),
        goTo: services.note('goTo'),
        goToRegistration: services.note('goToRegistration'),
        leaveFor: services.note('leaveFor'),
      },
    }),
  ).start();
  const child = <Name extends Panel>(name: Name) => {
    const found = actor.getSnapshot().children[name];
    if (!found) throw new Error(`${name} is not there.`);
    return found;
  };
  const overview = () => expect.poll(() => actor.getSnapshot().value).toEqual({ ready: 'overview' });
  return { ...services, actor, child, overview };
}

test('a user who left the sign-up after the code logs in and completes it', async () => {
  const server = await startServer({ TWO_FACTOR: 'off' });
  await beginWithNumber(server);
  const visit = openDashboard(server, await sessionToken(server, account.email, account.password));
  await expect.poll(() => visit.actor.getSnapshot().value).toBe('signUpOpen');
  expect(visit.lastNotice()).toBeUndefined();
  visit.actor.send({ type: 'FINISH_SIGN_UP' });
  await expect.poll(() => visit.actor.getSnapshot().value).toBe('resumed');
  const { token } = visit.last('goToRegistration') as { token: string };
  await submit(server.api, token, billing);
  await openDashboard(server, await sessionToken(server, account.email, account.password)).overview();
});

test('a single sign-on user sets a first password by mail, and can then switch the second factor', async () => {
  const server = await startServer({ TWO_FACTOR: 'off' });
  await addOwner(server, EMAIL);
  const visit = openDashboard(server, await sessionToken(server));
  await server.context.db.updateTable('users').set({ password_hash: null }).execute();
  visit.actor.send({ type: 'REFRESH' });
  await expect.poll(() => visit.actor.getSnapshot().context.account?.has_password).toBe(false);
  await visit.overview();
  expect(visit.actor.getSnapshot().can({ type: 'SWITCH_SECOND_FACTOR' })).toBe(false);
  visit.actor.send({ type: 'CHANGE_PASSWORD' });
  visit.child('passwordChange').send({ type: 'SEND_LINK' });
  await expect.poll(() => visit.child('passwordChange').getSnapshot().value).toBe('linkSent');

  const token = await tokenFor(server, EMAIL);
  await server.api.resetPassword({ body: { token, password: 'another long sentence' } });
  const nextDashboard = openDashboard(server, await sessionToken(server, EMAIL, 'another long sentence'));
  await nextDashboard.overview();
  expect(nextDashboard.actor.getSnapshot().can({ type: 'SWITCH_SECOND_FACTOR' })).toBe(true);
});

test('§6: add-ons are assigned and removed, and the account shows the costs', async () => {
  const server = await startServer({ TWO_FACTOR: 'off' });
  const { userId } = await addOwner(server, EMAIL, { customer: { nb_cx_bundles: 0 } });
  const visit = openDashboard(server, await sessionToken(server));
  await visit.overview();
  await rest(visit.child('team'));
  const account = () => visit.actor.getSnapshot().context.account;
  const team = visit.child('team');
  const without = account()?.monthly;

  team.send({ type: 'ASSIGN_ADD_ON', user_id: userId });
  expect((await rest(team)).context.users[0]?.has_cx_bundle).toBe(true);
  await expect.poll(() => account()?.nb_cx_bundles).toBe(1);
  expect(account()?.monthly).toBeGreaterThan(without ?? Number.NaN);

  team.send({ type: 'REMOVE_ADD_ON', user_id: userId });
  expect((await rest(team)).context.users[0]?.has_cx_bundle).toBe(false);
  await expect.poll(() => account()?.monthly).toBe(without);
});

test('§6: a teammate is invited, accepts by the mailed link, and belongs to the team as a member', async () => {
  const server = await startServer({ TWO_FACTOR: 'off' });
  await addOwner(server, EMAIL);
  const visit = openDashboard(server, await sessionToken(server));
  await visit.overview();
  const team = visit.child('team');
  await rest(team);
  team.send({ type: 'CHANGE', change: { email: ' bo@example.com' } });
  team.send({ type: 'INVITE' });
  expect((await rest(team)).context.invitations).toMatchObject([{ email: 'bo@example.com' }]);

  const services = servicesFor(server);
  const invitation = createActor(
    invitationMachine.provide({
      actors: { readInvitation: services.actors.readInvitation, acceptInvitation: services.actors.acceptInvitation },
      actions: {
        notify: services.note('notify'),
        clearNotice: services.note('clearNotice'),
        openSession: services.note('openSession'),
        goTo: services.note('goTo'),
      },
    }),
    { input: { token: await tokenFor(server, 'bo@example.com', 'invitation') } },
  ).start();
  expect((await rest(invitation)).context.invitation).toMatchObject({ email: 'bo@example.com' });
  invitation.send({ type: 'CHANGE', change: { first_name: 'Bo', last_name: 'Berg', password: 'quite another horse' } });
  invitation.send({ type: 'SUBMIT' });
  expect((await rest(invitation)).value).toBe('accepted');

  const { user_token } = services.last('openSession') as { user_token: string };
  const member = openDashboard(server, user_token);
  await member.overview();
  expect(member.actor.getSnapshot().context.account?.user).toMatchObject({ role: 'member', first_name: 'Bo' });
  expect(member.actor.getSnapshot().can({ type: 'CANCEL_TRIAL' })).toBe(false);
});

test('§1: the trial is cancelled at any time, and resumed', async () => {
  const server = await startServer({ TWO_FACTOR: 'off' });
  await addOwner(server, EMAIL);
  const visit = openDashboard(server, await sessionToken(server));
  await visit.overview();
  visit.actor.send({ type: 'CANCEL_TRIAL' });
  visit.child('cancellation').send({ type: 'CONFIRM' });
  await visit.overview();
  expect(visit.actor.getSnapshot().context.account?.cancelled_at).not.toBeNull();
  expect(visit.lastNotice()).toEqual({ kind: 'success', message: { code: 'trialCancelled' } });
  visit.actor.send({ type: 'RESUME_TRIAL' });
  await visit.overview();
  expect(visit.actor.getSnapshot().context.account?.cancelled_at).toBeNull();
});

test('a change whose answer was lost is shown as soon as its panel is closed', async () => {
  const server = await startServer({ TWO_FACTOR: 'off' });
  await addOwner(server, EMAIL);
  const visit = openDashboard(server, await sessionToken(server), ['cancelTrial', 'undoCancellation']);
  await visit.overview();
  const isCancelled = () => visit.actor.getSnapshot().context.account?.cancelled_at !== null;

  visit.actor.send({ type: 'CANCEL_TRIAL' });
  visit.child('cancellation').send({ type: 'CONFIRM' });
  await expect.poll(() => visit.child('cancellation').getSnapshot().context.problem).not.toBeNull();
  expect(isCancelled()).toBe(false);
  visit.child('cancellation').send({ type: 'CLOSE' });
  await expect.poll(isCancelled).toBe(true);
  await visit.overview();

  // No panel stays open here: the button stays beside the message, for the same press again.
  visit.actor.send({ type: 'RESUME_TRIAL' });
  await expect.poll(() => visit.actor.getSnapshot().context.problem).not.toBeNull();
  await visit.overview();
  expect(isCancelled()).toBe(true);
});

test('the second factor asks for the password; a wrong one does not end the session', async () => {
  const server = await startServer({ TWO_FACTOR: 'off' });
  await addOwner(server, EMAIL);
  const visit = openDashboard(server, await sessionToken(server));
  await visit.overview();
  visit.actor.send({ type: 'SWITCH_SECOND_FACTOR' });
  const panel = visit.child('secondFactor');
  panel.send({ type: 'CHANGE', change: { password: 'wrong horse' } });
  panel.send({ type: 'SUBMIT' });
  expect((await rest(panel)).context.form.errors.password).toEqual(expect.stringMatching(/./));
  panel.send({ type: 'CHANGE', change: { password: PASSWORD } });
  panel.send({ type: 'SUBMIT' });
  await visit.overview();
  expect(visit.actor.getSnapshot().context.account?.second_factor).toBe(true);
});

test('a session ended elsewhere redirects to the login once', async () => {
  const server = await startServer({ TWO_FACTOR: 'off' });
  await addOwner(server, EMAIL);
  const elsewhere = await sessionToken(server);
  const here = openDashboard(server, await sessionToken(server));
  const there = openDashboard(server, elsewhere);
  await here.overview();
  await there.overview();
  const sessions = here.child('sessions');
  const other = (await rest(sessions)).context.sessions.find(({ current }) => !current);
  sessions.send({ type: 'END_SESSION', id: other?.id ?? 0 });
  expect((await rest(sessions)).context.sessions).toHaveLength(1);

  there.actor.send({ type: 'REFRESH' });
  await expect.poll(() => there.actor.getSnapshot().value).toBe('sessionExpired');
  expect(there.effects.filter(([name]) => name === 'closeSession')).toHaveLength(1);
  expect(there.last('goTo')).toEqual({ family: 'login' });
});

test('a session that has ended elsewhere leaves the list when it is ended again', async () => {
  const server = await startServer({ TWO_FACTOR: 'off' });
  await addOwner(server, EMAIL);
  const elsewhere = await sessionToken(server);
  const visit = openDashboard(server, await sessionToken(server));
  await visit.overview();
  const sessions = visit.child('sessions');
  const other = (await rest(sessions)).context.sessions.find(({ current }) => !current);
  await server.client({ userToken: elsewhere }).logOut({});
  sessions.send({ type: 'END_SESSION', id: other?.id ?? 0 });
  await expect.poll(() => sessions.getSnapshot().context.sessions.map(({ current }) => current)).toEqual([true]);
  expect(sessions.getSnapshot().context.problem).toBeNull();
  expect(visit.lastNotice()).toEqual({ kind: 'success', message: { code: 'sessionClosed' } });
});

test('devices that are logged out with the second factor leave the list', async () => {
  const server = await startServer({ TWO_FACTOR: 'off' });
  await addOwner(server, EMAIL);
  await sessionToken(server);
  const visit = openDashboard(server, await sessionToken(server));
  await visit.overview();
  const sessions = visit.child('sessions');
  expect((await rest(sessions)).context.sessions).toHaveLength(2);
  visit.actor.send({ type: 'SWITCH_SECOND_FACTOR' });
  const panel = visit.child('secondFactor');
  panel.send({ type: 'CHANGE', change: { password: PASSWORD, end_other_sessions: true } });
  panel.send({ type: 'SUBMIT' });
  await visit.overview();
  await expect.poll(() => sessions.getSnapshot().context.sessions.map(({ current }) => current)).toEqual([true]);
});

/** The dashboard of an owner with one member and one open invitation; the team then changes elsewhere. */
async function teamOfTwo() {
  const server = await startServer({ TWO_FACTOR: 'off' });
  await addOwner(server, EMAIL, { customer: { nb_users: 1, nb_cx_bundles: 0 } });
  const userToken = await sessionToken(server);
  const owner = server.client({ userToken });
  await addMember(server, owner);
  await owner.inviteTeammate({ body: { email: 'cy@example.com' } });
  const visit = openDashboard(server, userToken);
  await visit.overview();
  const team = visit.child('team');
  const member = (await rest(team)).context.users.find(({ role }) => role === 'member')?.id ?? 0;
  const plan = () => {
    const { nb_users, team_size, monthly } = visit.actor.getSnapshot().context.account ?? {};
    return { nb_users, team_size, monthly };
  };
  return { server, owner, visit, team, member, plan };
}

test('an add-on for a teammate who has been removed elsewhere: list and price are read again', async () => {
  const { owner, visit, team, member, plan } = await teamOfTwo();
  expect(plan()).toEqual({ nb_users: 2, team_size: 2, monthly: 30 });
  await owner.removeTeammate({ params: { user_id: String(member) } });
  team.send({ type: 'ASSIGN_ADD_ON', user_id: member });
  await expect.poll(() => team.getSnapshot().context.users.map(({ role }) => role)).toEqual(['owner']);
  await expect.poll(plan).toEqual({ nb_users: 1, team_size: 1, monthly: 15 });
  expect(visit.lastNotice()).toEqual({ kind: 'error', message: { text: "We couldn't find this." } });
});

test.each(['invited', 'revoked'])(
  'a teammate who has joined while the page is open is counted as soon as another one is %s',
  async (act) => {
    const { server, owner, team, plan } = await teamOfTwo();
    await addMember(server, owner, 'dee@example.com');
    expect(plan()).toEqual({ nb_users: 2, team_size: 2, monthly: 30 });
    const [open] = team.getSnapshot().context.invitations;
    team.send({ type: 'CHANGE', change: { email: 'bo@example.com' } });
    team.send(act === 'invited' ? { type: 'INVITE' } : { type: 'REVOKE', invitation_id: open?.id ?? 0 });
    await expect.poll(() => team.getSnapshot().context.users.length).toBe(3);
    await expect.poll(plan).toEqual({ nb_users: 3, team_size: 3, monthly: 45 });
  },
);

test('a new password ends every other session, and this one continues with a new token', async () => {
  const server = await startServer({ TWO_FACTOR: 'off' });
  await addOwner(server, EMAIL);
  const elsewhere = await sessionToken(server);
  const visit = openDashboard(server, await sessionToken(server));
  await visit.overview();
  visit.actor.send({ type: 'CHANGE_PASSWORD' });
  const panel = visit.child('passwordChange');
  panel.send({ type: 'CHANGE', change: { current_password: PASSWORD, password: 'quite another horse' } });
  panel.send({ type: 'SUBMIT' });
  await expect.poll(() => visit.last('renewSession')).toBeDefined();
  const { user_token, remember_me } = visit.last('renewSession') as { user_token: string; remember_me: boolean };
  expect(remember_me).toBe(false);

  const renewed = openDashboard(server, user_token);
  await renewed.overview();
  const ended = openDashboard(server, elsewhere);
  await expect.poll(() => ended.actor.getSnapshot().value).toBe('sessionExpired');
  renewed.actor.send({ type: 'LOG_OUT' });
  expect((await rest(renewed.actor)).value).toBe('loggedOut');
  expect(renewed.last('leaveFor')).toEqual({ family: 'login' });
});
