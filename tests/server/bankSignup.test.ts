import { describe, expect, test, vi } from 'vitest';
import type { RegistrationStep } from '#domain/constants.ts';
import type { Failure } from '#domain/failure.ts';
import { hostedPage } from '#server/bank/notice.ts';
import { readConfig } from '#server/platform/config.ts';
import { answerCheck, DECLINED_CARD, pay, payWithCheck } from '#tests/support/bankCheck.ts';
import { linesOf } from '#tests/support/logLines.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { account, begin, beginVerified, beginWithNumber, chooseNumber, EMAIL, read } from '#tests/support/signUp.ts';

const registrationOf = ({ context }: TestServer) =>
  context.db.selectFrom('registrations').selectAll().where('email', '=', EMAIL).executeTakeFirstOrThrow();
const customers = ({ context }: TestServer) => context.db.selectFrom('customers').select('id').execute();

describe('the check within the sign-up (§4)', () => {
  test('approved: the sign-up is complete before a reload, also when the window was closed', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    const url = await payWithCheck(server, token);
    expect((await read(server.api, token)).completed_at).toBeNull();
    await answerCheck(server, url, 'approved');
    expect(await registrationOf(server)).toMatchObject({ completed_at: server.clock.now() });
    expect((await read(server.api, token)).completed_at).not.toBeNull();
    expect(await customers(server)).toHaveLength(1);
  });

  test('approved: of several that wait, the sign-up is complete that the check is about, and counted once', async () => {
    const server = await startServer();
    const others = ['first@example.com', 'third@example.com'];
    const [before = ''] = others;
    await payWithCheck(server, await beginWithNumber(server, { email: before }));
    const url = await payWithCheck(server, await beginWithNumber(server));
    await payWithCheck(server, await beginWithNumber(server, { email: others[1] ?? '' }));
    const counted = async () =>
      (await server.context.metrics.signUps.get()).values.filter(({ labels }) => labels.step === 'completed');
    expect(await counted()).toEqual([]);
    await answerCheck(server, url, 'approved');
    const done = server.context.db.selectFrom('registrations').select('email').where('completed_at', 'is not', null);
    expect(await done.execute()).toEqual([{ email: EMAIL }]);
    expect((await answerCheck(server, url, 'approved')).status).toBe(410);
    expect(await counted()).toMatchObject([{ value: 1 }]);
  });

  test('declined: the bank is not asked about it again', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    const settle = vi.spyOn(server.context.bank, 'settle');
    await pay(server, token, { card_number: DECLINED_CARD }).catch(() => undefined);
    server.clock.forward(60);
    expect((await read(server.api, token)).url).toBeNull();
    expect(settle).not.toHaveBeenCalled();
  });

  test.each(['declined', 'cancelled'])(
    '%s: the sign-up stays at step 4, and another card is accepted',
    async (result) => {
      const server = await startServer();
      const token = await beginWithNumber(server);
      await answerCheck(server, await payWithCheck(server, token), result);
      expect(await read(server.api, token)).toMatchObject({ step: '4', completed_at: null });
      expect((await read(server.api, token)).url ?? null).toBeNull();
      expect(await pay(server, token)).toMatchObject({
        status: 200,
        data: { completed_at: expect.any(String) },
      });
      expect(await customers(server)).toHaveLength(1);
    },
  );

  test('an open check is shown again after a reload, until its deadline', async () => {
    const server = await startServer({ BANK_DEADLINE_S: '60' });
    const token = await beginWithNumber(server);
    const url = await payWithCheck(server, token);
    expect((await read(server.api, token)).url).toBe(url);
    server.clock.forward(60);
    expect((await read(server.api, token)).url).toBeNull();
  });

  test('a result that cannot be recorded is logged, the page ends, and the next reload finds it', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    const url = await payWithCheck(server, token);
    vi.spyOn(server.context.db, 'transaction').mockImplementationOnce(() => {
      throw new Error('The database is away');
    });
    const lines = await linesOf(async () => {
      const page = await answerCheck(server, url, 'approved');
      expect([page.status, (await page.text()).includes('3DS-authentication-complete')]).toEqual([200, true]);
    });
    expect(lines).toMatchObject([{ event: 'result of a bank check not recorded', error: 'Error' }]);
    expect(await customers(server)).toEqual([]);
    expect((await read(server.api, token)).completed_at).not.toBeNull();
  });

  test('a result that could not be recorded is recorded by the next press, though the first one counts', async () => {
    const server = await startServer();
    const url = await payWithCheck(server, await beginWithNumber(server));
    vi.spyOn(server.context.db, 'transaction').mockImplementationOnce(() => {
      throw new Error('The database is away');
    });
    await linesOf(() => answerCheck(server, url, 'approved'));
    expect(await customers(server)).toEqual([]);
    expect((await answerCheck(server, url, 'declined')).status).toBe(410);
    expect(await customers(server)).toHaveLength(1);
  });

  test('a check abandoned for another card has no effect', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    const url = await payWithCheck(server, token);
    await pay(server, token, { card_number: DECLINED_CARD }).catch(() => undefined);
    await answerCheck(server, url, 'approved');
    expect(await registrationOf(server)).toMatchObject({ completed_at: null });
  });
});

describe('a bank that fails', () => {
  test('down: 503, the sign-up stays at step 4, and another card is accepted', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    const failure = await pay(server, token, { card_number: '4000000000000119' }).catch((thrown: Failure) => thrown);
    expect(failure).toMatchObject({
      status: 503,
      retryAfter: expect.any(Number),
      message: "We couldn't reach your bank. Nothing has been charged. You can use another card instead.",
    });
    expect(await pay(server, token)).toMatchObject({ status: 200 });
    expect(await customers(server)).toHaveLength(1);
  });

  test('approved, but the response was lost: a reload finds the approval, and nothing is set up twice', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    await pay(server, token, { card_number: '4000000000000077' }).catch(() => undefined);
    expect((await read(server.api, token)).completed_at).not.toBeNull();
    expect(await server.context.db.selectFrom('test_bank').selectAll().execute()).toHaveLength(1);
    expect(await customers(server)).toHaveLength(1);
  });

  test('declined: PY1001 at the number of the card', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    const failure = await pay(server, token, { card_number: DECLINED_CARD }).catch((thrown: Failure) => thrown);
    expect(failure).toMatchObject({ status: 400, errors: [{ code: 'PY1001', field: 'card_number' }] });
  });
});

describe('a hosted page at any step', () => {
  const page = { url: 'http://127.0.0.1:3000/bank/notice?l=en' };

  test('after step 1: 202 with its address and the token', async () => {
    const server = await startServer();
    const body = { ...account, email: 'hosted-step-1+a@example.com' };
    const { status, data } = await server.api.createRegistration({ body });
    expect(status).toBe(202);
    expect(data).toEqual({ ...page, token: expect.any(String) });
    expect((await read(server.api, data.token ?? '')).step).toBe('2');
  });

  test('after step 2', async () => {
    const server = await startServer();
    const email = 'Hosted-Step-2@example.com';
    const token = await beginVerified(server, { email });
    expect((await read(server.api, token)).step).toBe('3');
  });

  test('after step 3', async () => {
    const server = await startServer();
    const token = await beginVerified(server, { email: 'hosted-step-3@example.com' });
    expect(await chooseNumber(server, token)).toMatchObject({ status: 202, data: page });
    expect((await read(server.api, token)).step).toBe('4');
  });

  test('after the step that confirms the person of a single sign-on', () => {
    const pageAfter = (step: RegistrationStep) => hostedPage(readConfig({}), 'hosted-step-2@example.com', step, 'en');
    expect((['1', '2-sso', '2', '3', '4'] as const).map(pageAfter)).toEqual([null, page.url, page.url, null, null]);
  });

  test('nowhere else, and never in production', async () => {
    const server = await startServer();
    expect(await begin(server, { email: 'hosted-step-4@example.com' })).toEqual(expect.any(String));
    const production = await startServer({
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://phone.example',
      SMTP_URL: 'smtp://127.0.0.1:1',
    });
    const body = { ...account, email: 'hosted-step-1@example.com' };
    expect(await production.api.createRegistration({ body })).toMatchObject({ status: 200 });
  });
});
