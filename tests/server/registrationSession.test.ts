import { describe, expect, it } from 'vitest';
import { codesOf, failureOf } from '#tests/support/failures.ts';
import { tokenFor } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { account, beginWithNumber, EMAIL, signUp } from '#tests/support/signUp.ts';

const open = ({ api }: Pick<TestServer, 'api'>, registration_token: string) =>
  api.openRegistrationSession({ params: { registration_token } });

const openWithKey = (server: TestServer, token: string, key: string) =>
  server.request(`/v1/phone/registrations/${token}/token`, { method: 'POST', headers: { 'Idempotency-Key': key } });

describe('the session after completion (§4)', () => {
  it('is opened with 201, user_id and user_token, and works', async () => {
    const server = await startServer();
    const token = await signUp(server);
    const { status, data } = await open(server, token);
    expect(status).toBe(201);
    const account = await server.client({ userToken: data.user_token }).readAccount({});
    expect(account.data.data.user).toMatchObject({ id: data.user_id, email: EMAIL, role: 'owner' });
  });

  it('is not opened before completion, nor without a registration', async () => {
    const server = await startServer();
    expect(await codesOf(open(server, await beginWithNumber(server)))).toEqual([409, 'RG1002']);
    expect(await codesOf(open(server, 'nobody'))).toEqual([404, 'RG1001']);
  });

  it('is opened once, also by twenty concurrent requests', async () => {
    const server = await startServer();
    const token = await signUp(server);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => openWithKey(server, token, `key ${index}`)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(19);
  });

  it('gets the same response under the same key for a minute', async () => {
    const server = await startServer();
    const token = await signUp(server);
    const first = await openWithKey(server, token, 'same');
    server.clock.forward(59);
    const repeated = await openWithKey(server, token, 'same');
    expect([repeated.status, await repeated.json()]).toEqual([201, await first.json()]);
    server.clock.forward(2);
    expect((await openWithKey(server, token, 'same')).status).toBe(404);
  });

  it('is opened only within fifteen minutes', async () => {
    const server = await startServer();
    const token = await signUp(server);
    const other = await signUp(server, { email: 'other@example.com' });
    server.clock.forward(15 * 60);
    expect((await open(server, other)).status).toBe(201);
    server.clock.forward(1);
    expect(await codesOf(open(server, token))).toEqual([404, 'AU1006']);
  });

  it('is refused if the account’s second factor is on', async () => {
    const server = await startServer();
    const token = await signUp(server);
    await server.context.db.updateTable('users').set({ second_factor: 1 }).execute();
    expect(await codesOf(open(server, token))).toEqual([403, 'AU1007']);
  });

  it('is refused under the policy always, but not under new-device', async () => {
    const always = await startServer({ TWO_FACTOR: 'always' });
    expect(await codesOf(open(always, await signUp(always)))).toEqual([403, 'AU1007']);
    const newDevice = await startServer({ TWO_FACTOR: 'new-device' });
    expect((await open(newDevice, await signUp(newDevice))).status).toBe(201);
    const login = await newDevice.api.login({ body: { email: EMAIL, password: account.password } });
    expect(login.status).toBe(202);
  });

  it('is refused if the user has been disabled or the password reset since', async () => {
    const disabled = await startServer();
    const token = await signUp(disabled);
    await disabled.context.db.updateTable('users').set({ disabled_at: disabled.clock.now() }).execute();
    expect(await codesOf(open(disabled, token))).toEqual([403, 'AU1007']);

    const server = await startServer();
    const completed = await signUp(server);
    await server.api.requestReset({ body: { email: EMAIL } });
    const reset = await tokenFor(server, EMAIL);
    await server.api.resetPassword({ body: { token: reset, password: 'nine slow elephants' } });
    expect(await codesOf(open(server, completed))).toEqual([404, 'AU1006']);
    expect(await server.context.db.selectFrom('sessions').select('id').execute()).toEqual([]);
  });

  it('fails for a sentinel, although the account exists', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    const email = 'token-fails@example.com';
    expect(await failureOf(open(server, await signUp(server, { email })))).toMatchObject({
      status: 503,
      retryAfter: 5,
      errors: [{ code: 'SV1001' }],
    });
    expect((await server.api.login({ body: { email, password: account.password } })).status).toBe(200);
  });

  it('the registration returns no data once completed, and is deleted after a day', async () => {
    const server = await startServer();
    const token = await signUp(server);
    const params = { registration_token: token };
    const record = await server.api.readRegistration({ params });
    expect(record.data.data).toEqual({ data: {}, step: '4', completed_at: expect.any(String), number_id: null });
    server.clock.forward(86_401);
    expect(await codesOf(server.api.readRegistration({ params }))).toEqual([404, 'RG1001']);
  });
});
