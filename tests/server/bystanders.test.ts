import { expect, it } from 'vitest';
import type { Api } from '#adapters/api.ts';
import { addMember, as, EMAIL } from '../support/account.ts';
import { admin } from '../support/admin.ts';
import { CARD_WITH_CHECK, pay } from '../support/bankCheck.ts';
import { addBystanders, rowsOf } from '../support/bystanders.ts';
import { addOwner, codeFor, PASSWORD, tokenFor } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import {
  AREA,
  account,
  begin,
  beginVerified,
  beginWithNumber,
  chooseNumber,
  EMAIL as NINA,
  submit,
} from '../support/signUp.ts';

/*
 * Whatever one person does, the rows of all others stay as they are, and nobody gets what belongs to another. The
 * bystanders are there before, in every state; an act that changes one of their rows has lost a condition of a query.
 */

const MIA = 'mia@example.com';

type Act = (server: TestServer) => Promise<unknown>;

/** Ann is an owner who has just come. */
const withAnn =
  (act: (server: TestServer, me: Api, ann: { userId: number; customerId: number }) => Promise<unknown>): Act =>
  async (server) => {
    const ann = await addOwner(server, EMAIL);
    return act(server, await as(server), ann);
  };

const acts: Record<string, Act> = {
  'signs up with a card that is checked, then with another one': async (server) => {
    const token = await beginWithNumber(server);
    const checked = await pay(server, token, { card_number: CARD_WITH_CHECK });
    expect(checked).toMatchObject({ status: 202, data: { url: expect.stringContaining('/bank/check/') } });
    expect(await pay(server, token, { card_number: CARD_WITH_CHECK })).toEqual(checked);
    const later = await beginWithNumber(server, { email: 'later@example.com' });
    await pay(server, later, { card_number: CARD_WITH_CHECK });
    const { data } = await server.api.readRegistration({ params: { registration_token: token } });
    expect(data.data.url).toBe((checked.data as { url: string }).url);
    expect((await pay(server, token)).status).toBe(200);
    await server.api.openRegistrationSession({ params: { registration_token: token } });
  },
  'moves the address of a sign-up': async (server) => {
    const token = await begin(server);
    await submit(server.api, token, { step: '1', email: 'moved@example.com' });
    await submit(server.api, token, { step: '2', verification_code: await codeFor(server, 'moved@example.com') });
  },
  'resumes a sign-up, and begins another with the same address': async (server) => {
    await beginVerified(server);
    await beginVerified(server, { email: 'later@example.com' });
    const { token } = (await (await as(server, NINA, account.password)).resumeRegistration({})).data;
    const { data } = await server.api.readRegistration({ params: { registration_token: token } });
    expect(data.data.data.email).toBe(NINA);
    await chooseNumber(server, token);
    server.clock.forward(60);
    await beginVerified(server);
  },
  'joins a team instead of signing up': withAnn(async (server, me) => {
    await me.inviteTeammate({ body: { email: NINA } });
    const token = await beginWithNumber(server);
    const { data } = await server.api.readRegistration({ params: { registration_token: token } });
    const [invitation] = data.data.invitations ?? [];
    const params = { registration_token: token, invitation_id: String(invitation?.id) };
    await server.api.joinTeam({ params });
  }),
  'logs in with a code that was sent twice': async (server) => {
    await addOwner(server, EMAIL, { user: { second_factor: 1 } });
    const { data } = await server.api.login({ body: { email: EMAIL, password: PASSWORD } });
    const first = 'nonce' in data ? data.nonce : '';
    const { nonce } = (await server.api.resendLoginCode({ params: { nonce: first } })).data;
    await server.api.loginWithCode({ body: { nonce, code: await codeFor(server, EMAIL) } });
  },
  'resets the password': async (server) => {
    await addOwner(server, EMAIL, { user: { confirmed_at: null } });
    await server.api.resendConfirmation({ body: { email: EMAIL } });
    await server.api.confirmCustomer({ params: { customer_token: await tokenFor(server, EMAIL) } });
    await server.api.requestReset({ body: { email: EMAIL } });
    const token = await tokenFor(server, EMAIL);
    await server.api.resetPassword({ body: { token, password: 'a brand new sentence' } });
  },
  'changes second factor, sessions and password': withAnn(async (_server, me) => {
    await me.switchSecondFactor({ body: { enabled: true, password: PASSWORD, end_other_sessions: true } });
    await me.endOtherSessions({});
    await me.changePassword({ body: { current_password: PASSWORD, password: 'a brand new sentence' } });
  }),
  'invites, revokes, gives and takes add-ons, and removes': withAnn(async (server, me) => {
    await me.inviteTeammate({ body: { email: 'cy@example.com' } });
    await me.inviteTeammate({ body: { email: MIA } });
    const [cys, mias, ...others] = (await me.readTeam({})).data.data.invitations;
    expect([cys?.email, mias?.email, others]).toEqual(['cy@example.com', MIA, []]);
    await me.revokeInvitation({ params: { invitation_id: String(mias?.id) } });
    const mia = await addMember(server, me, MIA);
    const params = { user_id: String((await mia.readAccount({})).data.data.user.id) };
    await me.assignAddOn({ params });
    await me.removeAddOn({ params });
    await me.removeTeammate({ params });
    expect((await me.readTeam({})).data.data).toMatchObject({ users: [{ email: EMAIL }], invitations: [cys] });
  }),
  'changes number, users and contract': withAnn(async (_server, me) => {
    const { numbers } = (await me.listAccountNumbers({ params: { coverage_id: String(AREA) } })).data.data;
    await me.changeNumber({ body: { number: numbers[0]?.e164 ?? '', number_id: AREA } });
    await me.changeUsers({ body: { users: 7 } });
    await me.cancelTrial({});
    await me.undoCancellation({});
  }),
  'logs out': withAnn((_server, me) => me.logOut({})),
  'is given a discount, unlocked, logged out, disabled, moved and enabled by the operator': withAnn(async (server) => {
    await admin(server, 'discount', EMAIL, '--percent', '25', '--campaign', 'spring');
    await admin(server, 'unlock', EMAIL);
    await admin(server, 'end-sessions', EMAIL);
    await admin(server, 'disable', EMAIL);
    await admin(server, 'change-email', EMAIL, 'ann@new.example');
    await admin(server, 'disable', 'ann@new.example');
    await admin(server, 'enable', 'ann@new.example');
    await admin(server, 'create-user', EMAIL, '--first-name', 'Ann', '--last-name', 'Again');
  }),
  'is shown and erased by the operator, as a member, as an owner and without an account': async (server) => {
    const { customerId } = await addOwner(server, EMAIL);
    await addOwner(server, MIA.replace('mia', 'max'), { user: { role: 'member', customer_id: customerId } });
    await begin(server);
    for (const email of [MIA.replace('mia', 'max'), EMAIL]) await admin(server, 'disable', email);
    for (const email of [MIA.replace('mia', 'max'), EMAIL, NINA]) {
      await admin(server, 'show', email);
      await admin(server, 'erase', email);
    }
  },
};

it.each(Object.entries(acts))('who %s changes nothing of others', async (_what, act) => {
  const server = await startServer({ TWO_FACTOR: 'off' });
  await addBystanders(server);
  const before = await rowsOf(server);
  expect(Object.keys(before).length).toBeGreaterThan(25);
  await act(server);
  expect(await rowsOf(server)).toMatchObject(before);
});
