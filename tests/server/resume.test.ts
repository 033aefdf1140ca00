import { describe, expect, it } from 'vitest';
import type { Api } from '#adapters/api.ts';
import { as } from '#tests/support/account.ts';
import { codesOf } from '#tests/support/failures.ts';
import { addOwner, tokenFor } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import {
  account,
  beginVerified,
  beginWithNumber,
  billing,
  chooseNumber,
  EMAIL,
  read,
  submit,
} from '#tests/support/signUp.ts';
import { beforeTransaction } from '#tests/support/transactions.ts';

/** A user who has verified an address, left, and logged in again. */
const loggedIn = (server: TestServer, password = account.password): Promise<Api> => as(server, EMAIL, password);

const resume = async (me: Api) => (await me.resumeRegistration({})).data.token;

describe('a sign-up that was not finished', () => {
  it('is reported by the account and continues at the same step after a login', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    const first = await beginWithNumber(server);
    const me = await loggedIn(server);
    expect(await codesOf(me.readAccount({}))).toEqual([403, 'AU1008']);
    const token = await resume(me);
    expect(await read(server.api, token)).toMatchObject({ step: '4', data: { email: EMAIL } });
    expect(await submit(server.api, token, billing)).toMatchObject({
      data: { token, completed_at: expect.anything() },
    });
    expect((await me.readAccount({})).data.data.user).toMatchObject({ email: EMAIL, role: 'owner' });
    // The other tab is at the end of the same sign-up: there is one customer.
    expect((await read(server.api, first)).completed_at).not.toBeNull();
    expect(await server.context.db.selectFrom('customers').select('id').execute()).toHaveLength(1);
    expect(await codesOf(me.resumeRegistration({}))).toEqual([409, 'RG1002']);
  });

  it('has one token however often it is resumed, and the tab of the sign-up still works', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    const first = await beginVerified(server);
    const [earlier, latest] = [await resume(await loggedIn(server)), await resume(await loggedIn(server))];
    for (const token of [first, earlier, latest]) expect((await read(server.api, token)).step).toBe('3');
    const registrations = await server.context.db.selectFrom('registrations').selectAll().execute();
    expect(registrations).toHaveLength(1);
    expect(JSON.stringify(registrations)).not.toContain(latest);
  });

  it('rejects the old token after a password reset', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await beginVerified(server);
    const before = await resume(await loggedIn(server));
    const password = 'a new and other quilt';
    await server.api.requestReset({ body: { email: EMAIL } });
    await server.api.resetPassword({ body: { password, token: await tokenFor(server, EMAIL) } });
    expect(await codesOf(read(server.api, before))).toEqual([404, 'RG1001']);
    const after = await resume(await loggedIn(server, password));
    expect((await read(server.api, after)).step).toBe('3');
    expect(await codesOf(read(server.api, before))).toEqual([404, 'RG1001']);
  });

  it('is forgotten after a week: the account begins another, and its old page is over', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    const first = await beginWithNumber(server);
    server.clock.forward(7 * 86_400 - 1);
    const last = await resume(await loggedIn(server));
    // Whatever is done with it prolongs it.
    server.clock.forward(7 * 86_400 - 1);
    expect((await read(server.api, last)).step).toBe('4');
    server.clock.forward(1);
    const next = await resume(await loggedIn(server));
    expect(await read(server.api, next)).toMatchObject({ step: '3', data: { email: EMAIL, number: null } });
    for (const token of [first, last]) expect(await codesOf(read(server.api, token))).toEqual([404, 'RG1001']);
    expect(await resume(await loggedIn(server))).toBe(next);
  });

  it('is the latest of two that were begun at once, and stays so', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await beginWithNumber(server);
    const { db } = server.context;
    // As two logins leave them that resume an expired sign-up at the same time.
    const { id: _id, ...first } = await db.selectFrom('registrations').selectAll().executeTakeFirstOrThrow();
    await db
      .insertInto('registrations')
      .values({ ...first, token_hash: 'another', step: '3' })
      .execute();
    const token = await resume(await loggedIn(server));
    expect((await read(server.api, token)).step).toBe('3');
    expect(await resume(await loggedIn(server))).toBe(token);
  });

  it('of two that were begun at once completes one: there is one customer', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    const first = await beginWithNumber(server);
    const { db } = server.context;
    const { id: _id, ...row } = await db.selectFrom('registrations').selectAll().executeTakeFirstOrThrow();
    await db
      .insertInto('registrations')
      .values({ ...row, token_hash: 'another', step: '3', number: null, number_id: null })
      .execute();
    const second = await resume(await loggedIn(server));
    await chooseNumber(server, second);
    expect((await submit(server.api, second, billing)).data).toMatchObject({ completed_at: expect.any(String) });
    expect(await codesOf(submit(server.api, first, billing))).toEqual([409, 'RG1004']);
    expect(await db.selectFrom('customers').select('id').execute()).toHaveLength(1);
    expect((await read(server.api, first)).completed_at).toBeNull();
  });

  it('that is completed while it is resumed is not begun again', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    const token = await beginWithNumber(server);
    const me = await loggedIn(server);
    beforeTransaction(server, () => submit(server.client({}), token, billing));
    expect(await codesOf(me.resumeRegistration({}))).toEqual([409, 'RG1002']);
    expect(await server.context.db.selectFrom('registrations').select('id').execute()).toHaveLength(1);
  });

  it.each([
    ['verify-first', '3'],
    ['plan-first', '2'],
  ])('that has expired starts again with the account (%s)', async (order, step) => {
    const server = await startServer({ TWO_FACTOR: 'off', SIGNUP_ORDER: order });
    const { userId } = await addOwner(server, 'ann@example.com', { user: { customer_id: null } });
    const me = await as(server);
    const token = await resume(me);
    expect(await read(server.api, token)).toMatchObject({ step, data: { first_name: 'Ann', nb_users: 1 } });
    const first_name = { step: '1', first_name: 'Eve', email: 'eve@example.com' } as const;
    expect(await codesOf(submit(server.api, token, first_name))).toEqual([409, 'RG1002']);
    if (step === '2') await submit(server.api, token, { step: '2', package_type: 'A' });
    await chooseNumber(server, token);
    await submit(server.api, token, billing);
    expect((await me.readAccount({})).data.data.user).toMatchObject({ id: userId, email: 'ann@example.com' });
  });

  it('opens a session on completion, also after a password reset', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await beginWithNumber(server);
    await server.context.db.updateTable('registrations').set({ session_opened_at: 1 }).execute();
    const token = await resume(await loggedIn(server));
    await submit(server.api, token, billing);
    const opened = await server.api.openRegistrationSession({ params: { registration_token: token } });
    expect(opened.status).toBe(201);
  });

  it('begins anew for a former member of a team that was joined by the first sign-up', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    const { db, now } = server.context;
    await beginVerified(server);
    await db.updateTable('registrations').set({ completed_at: now() }).execute();
    const token = await resume(await loggedIn(server));
    expect(await read(server.api, token)).toMatchObject({ step: '3', completed_at: null, data: { email: EMAIL } });
  });

  it('is not available after completion or without a login', async () => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    await addOwner(server, 'ann@example.com');
    expect(await codesOf((await as(server)).resumeRegistration({}))).toEqual([409, 'RG1002']);
    expect(await codesOf(server.api.resumeRegistration({}))).toEqual([401, 'AU1005']);
  });
});
