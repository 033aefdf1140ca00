import { describe, expect, it } from 'vitest';
import { codesOf, failureOf } from '#tests/support/failures.ts';
import { addOwner, mailsTo, tokenFor } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { account, begin, beginPlanFirst, billing, chooseNumber, EMAIL, read, submit } from '#tests/support/signUp.ts';

const planFirst = { SIGNUP_ORDER: 'plan-first', TWO_FACTOR: 'off' };

const logIn = ({ api }: TestServer) => api.login({ body: { email: EMAIL, password: account.password } });

describe('plan-first: account, plan, number, billing', () => {
  it('moves 1 → 2 → 3 → 4, without a code', async () => {
    const server = await startServer(planFirst);
    const token = await begin(server);
    expect((await read(server.api, token)).step).toBe('2');
    const plan = { step: '2', package_type: 'A', nb_users: 2, nb_cx_bundles: 1 } as const;
    expect((await submit(server.api, token, plan)).data).toMatchObject({ step: '3' });
    expect((await chooseNumber(server, token)).data).toMatchObject({ step: '4' });
    expect((await read(server.api, token)).data).toMatchObject({ package_type: 'A', nb_users: 2, nb_cx_bundles: 1 });
    expect(await mailsTo(server, EMAIL)).toEqual([]);
  });

  it('creates no account before completion', async () => {
    const server = await startServer(planFirst);
    const token = await beginPlanFirst(server);
    expect(await server.context.db.selectFrom('users').selectAll().execute()).toEqual([]);
    await submit(server.api, token, billing);
    expect(await server.context.db.selectFrom('users').selectAll().execute()).toMatchObject([{ confirmed_at: null }]);
  });

  it('goes back from every step to every earlier one', async () => {
    const server = await startServer(planFirst);
    const token = await beginPlanFirst(server);
    expect((await submit(server.api, token, { step: '1', first_name: 'Nana' })).data).toMatchObject({ step: '2' });
    expect((await submit(server.api, token, { step: '2', nb_users: 5 })).data).toMatchObject({ step: '3' });
    expect((await submit(server.api, token, { step: '3' })).data).toMatchObject({ step: '4' });
    expect((await read(server.api, token)).data).toMatchObject({ first_name: 'Nana', nb_users: 5 });
  });

  it('an empty number at the plan is none: the chosen one stays', async () => {
    const server = await startServer(planFirst);
    const token = await beginPlanFirst(server);
    const { number } = (await read(server.api, token)).data;
    expect(number).toMatch(/^\+44/);
    expect((await submit(server.api, token, { step: '2', number: '', nb_users: 5 })).data).toMatchObject({ step: '3' });
    expect((await read(server.api, token)).data.number).toBe(number);
    expect((await submit(server.api, token, { step: '3', number: '' })).data).toMatchObject({ step: '4' });
  });

  it('with a password has no person of a provider to confirm, at any step', async () => {
    const server = await startServer(planFirst);
    const token = await begin(server);
    const refused = async () => {
      expect(await codesOf(submit(server.api, token, { step: '2-sso', first_name: 'Eve' }))).toEqual([409, 'RG1002']);
      const record = await read(server.api, token);
      expect(record.data.first_name).toBe('Nina');
      expect(record).not.toHaveProperty('sso');
    };
    await refused();
    await submit(server.api, token, { step: '2', nb_users: 1 });
    await refused();
    await chooseNumber(server, token);
    await refused();
  });

  it('has no code to resend, and does not skip a step', async () => {
    const server = await startServer(planFirst);
    const token = await begin(server);
    const params = { registration_token: token };
    expect(await codesOf(server.api.resendRegistrationCode({ params }))).toEqual([409, 'RG1002']);
    expect(await codesOf(submit(server.api, token, billing))).toEqual([409, 'RG1002']);
    expect(await codesOf(submit(server.api, token, { step: '3' }))).toEqual([409, 'RG1002']);
  });

  it('opens one session after completion, then says AU1002 until the mailed link is used (§4)', async () => {
    const server = await startServer(planFirst);
    const token = await beginPlanFirst(server);
    await submit(server.api, token, billing);
    const params = { registration_token: token };
    expect((await server.api.openRegistrationSession({ params })).status).toBe(201);
    expect(await codesOf(logIn(server))).toEqual([403, 'AU1002']);

    const mails = await mailsTo(server, EMAIL);
    expect(mails.map(({ subject }) => subject)).toContain('Confirm your Ringwell account');
    const customer_token = await tokenFor(server, EMAIL);
    const confirmed = await server.api.confirmCustomer({ params: { customer_token } });
    expect(confirmed.data.data).toEqual({ billing_email: EMAIL, email: EMAIL });
    expect((await logIn(server)).status).toBe(200);
  });

  it('a session before the address is confirmed cannot fill its mailbox, which may be a stranger’s, with notices', async () => {
    const server = await startServer(planFirst);
    const token = await beginPlanFirst(server);
    await submit(server.api, token, billing);
    const { data } = await server.api.openRegistrationSession({ params: { registration_token: token } });
    let me = server.client({ userToken: data.user_token });
    let password = account.password;
    const newPassword = async () => {
      const body = { current_password: password, password: `${password}!` };
      me = server.client({ userToken: (await me.changePassword({ body })).data.user_token });
      password = body.password;
    };
    const acts = [
      () => me.cancelTrial({}),
      () => me.undoCancellation({}),
      () => me.switchSecondFactor({ body: { enabled: true, password } }),
      () => me.switchSecondFactor({ body: { enabled: false, password } }),
      newPassword,
    ];
    for (let round = 0; round < 4; round += 1) for (const act of acts) await act();
    for (const act of acts)
      expect(await failureOf(Promise.resolve(act()))).toMatchObject({ status: 429, retryAfter: 3600 });
    // Those of the sign-up itself are two: the trial, and the link to confirm.
    expect(await mailsTo(server, EMAIL)).toHaveLength(2 + 20);
    expect((await me.readAccount({})).data.data).toMatchObject({ cancelled_at: null, second_factor: false });
    server.clock.forward(3600);
    expect((await me.cancelTrial({})).status).toBe(200);
  });

  it('of several mails to a known address that are on their way, only the newest is sent', async () => {
    const server = await startServer(planFirst);
    const email = 'mail-late@example.com';
    await addOwner(server, email);
    const token = await begin(server, { email });
    for (const next of [EMAIL, email]) {
      await mailsTo(server, email);
      await submit(server.api, token, { step: '1', email: next });
    }
    const mails = server.context.db.selectFrom('outbox').select('kind').where('recipient', '=', email);
    expect(await mails.execute()).toEqual([{ kind: 'alreadyRegistered' }]);
  });

  it('a link to confirm takes the place of one to the same address that is on its way, and of no other', async () => {
    const server = await startServer(planFirst);
    const [email, other] = ['mail-late+nina@example.com', 'mail-late+nora@example.com'];
    for (const address of [email, other]) {
      await submit(server.api, await beginPlanFirst(server, { email: address }), billing);
    }
    await server.api.resendConfirmation({ body: { email } });
    const mails = server.context.db.selectFrom('outbox').select('recipient').where('kind', '=', 'confirmation');
    expect(await mails.orderBy('recipient').execute()).toEqual([{ recipient: email }, { recipient: other }]);
  });

  it('of two sign-ups with one address the second cannot complete', async () => {
    const server = await startServer(planFirst);
    const [first, second] = [await beginPlanFirst(server), await begin(server)];
    await submit(server.api, second, { step: '2' });
    await chooseNumber(server, second);
    await submit(server.api, first, billing);
    const refusal = await failureOf(submit(server.api, second, billing));
    expect([refusal.status, refusal.errors[0]?.code]).toEqual([409, 'RG1004']);
    expect(await server.context.db.selectFrom('customers').selectAll().execute()).toHaveLength(1);
  });
});
