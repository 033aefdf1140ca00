import { describe, expect, it } from 'vitest';
import { teamsInviting } from '#server/account/invitation.ts';
import { addMember, as, EMAIL } from '../support/account.ts';
import { codesOf, failureOf } from '../support/failures.ts';
import { addOwner, mailsTo, PASSWORD, tokenFor } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** An owner whose trial ends on 5 April 2025 in a time zone, at a moment that a session is opened for. */
async function ownerIn(trial_time_zone: string) {
  const server = await startServer({ TWO_FACTOR: 'off' });
  await addOwner(server, EMAIL, { customer: { trial_time_zone } });
  const at = async (moment: string) => {
    server.clock.forward((Date.parse(moment) - server.clock.now()) / 1000);
    return as(server);
  };
  return { server, at };
}
const newestMail = async (server: TestServer) => (await mailsTo(server, EMAIL))[0];

describe('a cancellation around the end of the trial', () => {
  it.each([
    ['UTC', '2025-04-04T23:55:00Z', '2025-04-05T00:05:00Z'],
    ['Pacific/Auckland', '2025-04-04T10:55:00Z', '2025-04-04T11:05:00Z'],
    ['America/Los_Angeles', '2025-04-05T06:55:00Z', '2025-04-05T07:05:00Z'],
  ])("the day begins in the customer's time zone: %s", async (zone, before, after) => {
    const { at } = await ownerIn(zone);
    const trial = (await (await at(before)).readAccount({})).data.data;
    expect([trial.trial_over, trial.paid_until, trial.ended]).toEqual([false, null, false]);
    const account = (await (await at(after)).readAccount({})).data.data;
    expect([account.trial_over, account.paid_until, account.ended]).toEqual([true, '2025-04-30', false]);
  });

  it('five minutes before the end nothing is charged, and the mail says how long it can be undone', async () => {
    const { server, at } = await ownerIn('UTC');
    const { data } = await (await at('2025-04-04T23:55:00Z')).cancelTrial({});
    expect(data.data).toMatchObject({ invoices: [], paid_until: null, ended: false });
    expect((await newestMail(server))?.text).toContain("You won't be charged.");
  });

  it('five minutes after the end the subscription ends with the paid period, without a mention of the trial', async () => {
    const { server, at } = await ownerIn('UTC');
    const me = await at('2025-04-05T00:05:00Z');
    const { data } = await me.cancelTrial({});
    expect(data.data).toMatchObject({ trial_over: true, paid_until: '2025-04-30', ended: false });
    // The first charge is due on this very day; nothing follows.
    expect(data.data.invoices.map(({ due_on }) => due_on)).toEqual(['2025-04-05']);
    const mail = await newestMail(server);
    expect(mail?.subject).toBe('Your Ringwell subscription has been cancelled');
    expect(mail?.text).toContain('30 Apr 2025');
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/trial|won't be charged\.|nothing (is|will be) charged/i);
    expect((await me.cancelTrial({})).data.data).toEqual(data.data);
  });

  it('months later it ends with the paid month; undone before that, the next charge is shown', async () => {
    const { server, at } = await ownerIn('UTC');
    const me = await at('2025-09-10T12:00:00Z');
    const { data } = await me.cancelTrial({});
    expect(data.data).toMatchObject({ paid_until: '2025-09-30', ended: false, invoices: [] });
    const lastMinute = await at('2025-09-30T23:55:00Z');
    const undone = (await lastMinute.undoCancellation({})).data.data;
    expect(undone).toMatchObject({ cancelled_at: null, paid_until: '2025-09-30', ended: false });
    expect(undone.invoices.map(({ due_on }) => due_on)).toEqual(['2025-10-01']);
    const mail = await newestMail(server);
    expect(mail?.text).toContain('1 Oct 2025');
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/trial/i);
  });

  it.each([
    ['2025-04-04T12:00:00Z', '2025-04-05T00:05:00Z', /account was cancelled and has ended/],
    ['2025-09-10T12:00:00Z', '2025-10-01T00:05:00Z', /subscription has ended/],
  ])('cancelled at %s it can no longer be undone at %s, and says so', async (cancelled, late, words) => {
    const { at } = await ownerIn('UTC');
    await (await at(cancelled)).cancelTrial({});
    const me = await at(late);
    expect((await me.readAccount({})).data.data.ended).toBe(true);
    const failure = await failureOf(me.undoCancellation({}));
    expect([failure.status, failure.errors[0]?.code]).toEqual([403, 'AU1007']);
    expect(failure.message).toMatch(words);
    expect(failure.message).not.toMatch(/trial/i);
  });
});

describe('an account that has ended', () => {
  const endedAt = [
    ['in the trial', '2025-04-04T12:00:00Z', '2025-04-05T00:05:00Z', /account was cancelled and has ended/],
    ['after the trial', '2025-09-10T12:00:00Z', '2025-10-01T00:05:00Z', /subscription has ended/],
  ] as const;

  it.each(endedAt)('cancelled %s, rejects calls that change the order', async (_, cancelled, late, words) => {
    const { server, at } = await ownerIn('UTC');
    const owner = await at(cancelled);
    await addMember(server, owner);
    await owner.inviteTeammate({ body: { email: 'cy@example.com' } });
    await owner.cancelTrial({});
    const me = await at(late);
    const before = [(await me.readAccount({})).data.data, (await me.readTeam({})).data.data];
    const [ann, mia] = (await me.readTeam({})).data.data.users.map(({ id }) => ({ user_id: String(id) }));
    if (!ann || !mia) throw new Error('The team is not whole');
    const changes = [
      () => me.inviteTeammate({ body: { email: 'dee@example.com' } }),
      () => me.revokeInvitation({ params: { invitation_id: '1' } }),
      () => me.assignAddOn({ params: ann }),
      () => me.removeAddOn({ params: mia }),
      () => me.removeTeammate({ params: mia }),
      () => me.changeUsers({ body: { users: 5 } }),
      () => me.changeNumber({ body: { number: '+4930901820', number_id: 1 } }),
      () => me.cancelTrial({}),
      () => me.undoCancellation({}),
    ];
    for (const change of changes) {
      const failure = await failureOf(change());
      expect([change.toString(), failure.status, failure.errors[0]?.code]).toEqual([change.toString(), 403, 'AU1007']);
      expect(failure.message).toMatch(words);
    }
    expect([(await me.readAccount({})).data.data, (await me.readTeam({})).data.data]).toEqual(before);
  });

  it('can still be read: team, sessions and password remain usable', async () => {
    const { at } = await ownerIn('UTC');
    await (await at('2025-04-04T12:00:00Z')).cancelTrial({});
    const me = await at('2025-05-01T12:00:00Z');
    expect((await me.readTeam({})).data.data.users).toHaveLength(1);
    expect((await me.listSessions({})).data.data).toHaveLength(1);
    const body = { current_password: PASSWORD, password: 'a new and longer sentence' };
    expect((await me.changePassword({ body })).status).toBe(200);
  });

  it('accepts no members: its open invitations are invalid', async () => {
    const { server, at } = await ownerIn('UTC');
    const owner = await at('2025-04-04T12:00:00Z');
    await owner.inviteTeammate({ body: { email: 'cy@example.com' } });
    const params = { invitation_token: await tokenFor(server, 'cy@example.com', 'invitation') };
    await owner.cancelTrial({});
    const body = { first_name: 'Cy', last_name: 'Newcomer', password: 'another long sentence' };
    expect((await server.api.readInvitation({ params })).status).toBe(200);
    expect(await teamsInviting(server.context, 'cy@example.com')).toHaveLength(1);
    await at('2025-04-05T00:05:00Z');
    expect(await codesOf(server.api.readInvitation({ params }))).toEqual([404, 'AU1006']);
    expect(await codesOf(server.api.acceptInvitation({ params, body }))).toEqual([404, 'AU1006']);
    expect(await teamsInviting(server.context, 'cy@example.com')).toEqual([]);
  });

  it('can still be changed when it is cancelled but not ended', async () => {
    const { at } = await ownerIn('UTC');
    const me = await at('2025-04-04T12:00:00Z');
    await me.cancelTrial({});
    expect((await me.inviteTeammate({ body: { email: 'cy@example.com' } })).status).toBe(201);
  });
});
