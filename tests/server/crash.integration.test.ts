import { describe, expect, it } from 'vitest';
import { CARD_WITH_CHECK } from '#tests/support/bankCheck.ts';
import { newDataFolder } from '#tests/support/newDataFolder.ts';
import { mailedCode, type RunningServer, start } from '#tests/support/process.ts';
import { AREA, account, billing, EMAIL, read, submit } from '#tests/support/signUp.ts';

/** The server is killed as by a power cut; the next one starts on the same data. */
async function crash(server: RunningServer): Promise<RunningServer> {
  server.child.kill('SIGKILL');
  await server.ended;
  return start(server.dataDir);
}

describe('a server that is killed after every step', { timeout: 240_000 }, () => {
  it('loses no data: the sign-up can be completed and opens its session once', async () => {
    let server = await start(await newDataFolder());
    const created = await server.api.createRegistration({ body: account });
    const registration_token = 'token' in created.data ? (created.data.token ?? '') : '';
    const params = { registration_token };
    const stepNow = async () => (await read(server.api, registration_token)).step;

    server = await crash(server);
    expect(await stepNow()).toBe('2');
    const verification_code = await mailedCode(server, EMAIL);
    await submit(server.api, registration_token, { step: '2', verification_code });

    server = await crash(server);
    expect(await stepNow()).toBe('3');
    const { numbers } = (await server.api.listNumbers({ params: { ...params, coverage_id: String(AREA) } })).data.data;
    const number = numbers[0]?.e164 ?? '';
    await submit(server.api, registration_token, { step: '3', number, number_id: AREA, nb_users: 2 });

    server = await crash(server);
    expect(await read(server.api, registration_token)).toMatchObject({ step: '4', data: { number, nb_users: 2 } });
    const paid = submit(server.api, registration_token, { ...billing, card_number: CARD_WITH_CHECK });
    const { data } = await paid;
    expect(data).toHaveProperty('url');

    server = await crash(server);
    const { url } = await read(server.api, registration_token);
    const pressed = await fetch(url ?? '', { method: 'POST', body: new URLSearchParams({ result: 'approved' }) });
    expect(pressed.status).toBe(200);

    server = await crash(server);
    expect((await read(server.api, registration_token)).completed_at).toEqual(expect.any(String));
    const session = (await server.api.openRegistrationSession({ params })).data;

    server = await crash(server);
    const dashboard = server.as(session.user_token);
    expect((await dashboard.readAccount({})).data.data).toMatchObject({ number, nb_users: 2, user: { email: EMAIL } });
    await expect(server.api.openRegistrationSession({ params })).rejects.toMatchObject({ status: 404 });
    const login = await server.api.login({ body: { email: EMAIL, password: account.password } });
    expect(login.status).toBe(202);
  });
});
