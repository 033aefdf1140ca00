import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { errorCodes } from '#contract/errors.ts';
import type { Bank } from '#server/bank/port.ts';
import { queueMail } from '#server/mail/outbox.ts';
import { readConfig } from '#server/platform/config.ts';
import { countCall, createMetrics, listenForMetrics, measuredBank } from '#server/platform/metrics.ts';
import { StoreUnavailable } from '#server/store/errors.ts';
import { freePort } from '../../tools/freePort.ts';
import { answerCheck, payWithCheck } from '../support/bankCheck.ts';
import { linesOf } from '../support/logLines.ts';
import { addOwner, codeFor, mailsTo, PASSWORD } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { beginWithNumber, EMAIL, read, signUp } from '../support/signUp.ts';
import { atTheApp, fromLogin, providerPerson, signOn } from '../support/ssoWalk.ts';
import { startServerOnPort } from '../support/visitor.ts';

const queuedNotice = { to: 'ann@example.com', kind: 'passwordChanged', language: 'en' } as const;

/** The samples of the server, by name and labels. */
async function scrape({ context }: TestServer): Promise<Map<string, number>> {
  const lines = (await context.metrics.registry.metrics()).split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

test('logins and codes are counted by outcome', async () => {
  const server = await startServer();
  const email = 'ann@example.com';
  await addOwner(server, email);
  await server.api.login({ body: { email, password: 'wrong password' } }).catch(() => null);
  const begun = await server.api.login({ body: { email, password: PASSWORD } });
  const nonce = begun.status === 202 ? begun.data.nonce : '';
  const code = await codeFor(server, email);
  await server.api.loginWithCode({ body: { nonce, code: code === '000000' ? '000001' : '000000' } }).catch(() => null);
  await server.api.loginWithCode({ body: { nonce, code } });
  const samples = await scrape(server);
  expect(samples.get('entry_logins_total{outcome="code required"}')).toBe(1);
  expect(samples.get('entry_logins_total{outcome="success"}')).toBe(1);
  expect(samples.get('entry_logins_total{outcome="rejected"}')).toBe(2);
  expect(samples.get('entry_codes_total{outcome="rejected"}')).toBe(1);
  expect(samples.get('entry_codes_total{outcome="accepted"}')).toBe(1);
  expect(samples.get('entry_requests_total{route="POST /login",status="401"}')).toBe(1);
});

test('refusals begin at zero, so that an alert sees the first of a limit', async () => {
  const samples = await scrape(await startServer());
  for (const limit of ['passwords', 'all-registrations', 'network-numbers', 'network-changes', 'password-queue'])
    expect(samples.get(`entry_refusals_total{limit="${limit}"}`), limit).toBe(0);
});

test('single sign-ons are counted by provider and outcome, those that fail too', async () => {
  const server = await startServerOnPort();
  await addOwner(server, 'ann@example.com');
  const counts = async () =>
    new Map([...(await scrape(server))].filter(([name, count]) => name.startsWith('entry_single') && count > 0));
  await signOn(server, atTheApp(server), fromLogin('google'), providerPerson('ann@example.com'));
  await signOn(server, atTheApp(server), fromLogin('google'), providerPerson('new@example.com'));
  await signOn(server, atTheApp(server), fromLogin('apple'), { sample: 'failing' });
  expect(await counts()).toEqual(
    new Map([
      ['entry_single_sign_ons_total{provider="google",outcome="session"}', 1],
      ['entry_single_sign_ons_total{provider="google",outcome="registration"}', 1],
      ['entry_single_sign_ons_total{provider="apple",outcome="failed"}', 1],
    ]),
  );
});

test('a sign-up is counted step by step, with the answer of the bank and its mails, and nothing of the person', async () => {
  const server = await startServer();
  const token = await signUp(server);
  await mailsTo(server, EMAIL);
  const samples = await scrape(server);
  for (const step of ['2', '3', '4', 'completed']) {
    expect(samples.get(`entry_sign_ups_total{step="${step}"}`), step).toBe(1);
  }
  expect(samples.get('entry_bank_answers_total{kind="approved"}')).toBe(1);
  const text = [...samples.keys()].join('\n');
  for (const secret of [token, EMAIL]) expect(text).not.toContain(secret);
});

test('a sign-up that a check of the bank completes is counted once, however often it is read', async () => {
  const server = await startServer();
  const token = await beginWithNumber(server);
  await answerCheck(server, await payWithCheck(server, token), 'approved');
  await Promise.all([read(server.api, token), read(server.api, token)]);
  expect((await scrape(server)).get('entry_sign_ups_total{step="completed"}')).toBe(1);
});

test('the time of a call, and of a list, is in seconds', async () => {
  const server = await startServer();
  const began = performance.now();
  await server.request('/v1/phone/dictionaries');
  await server.request('/v1/phone/registrations/unknown');
  const seconds = (performance.now() - began) / 1000;
  const samples = await scrape(server);
  for (const route of ['GET /dictionaries', 'GET /registrations/:registration_token']) {
    const sum = samples.get(`entry_request_duration_seconds_sum{route="${route}"}`) ?? 0;
    expect([sum > 0, sum < seconds]).toEqual([true, true]);
  }
});

test('the lists that everyone gets are counted too, as answered and as unchanged', async () => {
  const server = await startServer();
  const path = '/v1/phone/dictionaries?dictionary=country';
  const first = await server.request(path);
  await server.request(path, { headers: { 'If-None-Match': first.headers.get('ETag') ?? '' } });
  const samples = await scrape(server);
  expect(samples.get('entry_requests_total{route="GET /dictionaries",status="200"}')).toBe(1);
  expect(samples.get('entry_requests_total{route="GET /dictionaries",status="304"}')).toBe(1);
});

test.each([
  [200, 'success'],
  [202, 'code required'],
  [400, 'rejected'],
  [429, 'limited'],
  [499, 'rejected'],
  [500, 'failed'],
  [503, 'failed'],
])('a login that is answered with %i counts as “%s”, and no other call as a login', async (status, outcome) => {
  const server = await startServer();
  const { metrics } = server.context;
  countCall(metrics, calls.login, { status, body: {} }, 0.02);
  countCall(metrics, calls.loginWithCode, { status, body: null }, 0.02);
  countCall(metrics, calls.readAccount, { status, body: undefined }, 0.02);
  const samples = await scrape(server);
  expect([...samples].filter(([name, count]) => name.startsWith('entry_logins') && count > 0)).toEqual([
    [`entry_logins_total{outcome="${outcome}"}`, 2],
  ]);
  expect(samples.get(`entry_requests_total{route="GET /account",status="${status}"}`)).toBe(1);
  expect(samples.get('entry_request_duration_seconds_bucket{le="0.03",route="GET /account"}')).toBe(1);
  expect(samples.get('entry_request_duration_seconds_bucket{le="0.01",route="GET /account"}')).toBe(0);
  expect([...samples].filter(([name, count]) => name.startsWith('entry_codes') && count > 0)).toEqual(
    status === 200 ? [['entry_codes_total{outcome="accepted"}', 1]] : [],
  );
});

test('what an alert compares counts 0 from the start', async () => {
  const samples = await scrape(await startServer({ SMTP_URL: 'smtp://127.0.0.1:9' }));
  const labelled = {
    'entry_logins_total{outcome': ['success', 'code required', 'rejected', 'limited', 'failed'],
    'entry_codes_total{outcome': ['accepted', 'rejected'],
    'entry_bank_answers_total{kind': ['approved', 'declined', 'challenge', 'cancelled', 'unknown'],
    'entry_mails{state': ['dead'],
  };
  for (const [name, values] of Object.entries(labelled)) {
    const found = [...samples].filter(([sample]) => sample.startsWith(name));
    expect(found.sort()).toEqual(values.map((value) => [`${name}="${value}"}`, 0]).sort());
  }
});

test('a code is counted as rejected if it was wrong, whatever else was', async () => {
  const server = await startServer();
  const { metrics } = server.context;
  const wrong = { code: errorCodes.codeWrong.code };
  const other = { code: errorCodes.notAllowed.code };
  for (const errors of [[wrong], [wrong], [other, wrong], [other]]) {
    countCall(metrics, calls.updateRegistration, { status: 400, body: { errors } }, 0);
  }
  expect((await scrape(server)).get('entry_codes_total{outcome="rejected"}')).toBe(3);
});

test('a sign-up counts when a submission leads it to a step: not when it is refused, read, or completed', async () => {
  const server = await startServer();
  const { metrics } = server.context;
  const count = (call: Call, status: number, body: object) => countCall(metrics, call, { status, body }, 0);
  count(calls.createRegistration, 200, { step: '2', completed_at: null });
  count(calls.updateRegistration, 200, { step: '3', completed_at: null });
  count(calls.updateRegistration, 200, { step: '4', completed_at: '2025-03-05T12:00:00Z' });
  count(calls.updateRegistration, 202, { step: '4', completed_at: null });
  count(calls.updateRegistration, 200, {});
  count(calls.readRegistration, 200, { step: '2', completed_at: null });
  expect([...(await scrape(server))].filter(([name]) => name.startsWith('entry_sign_ups'))).toEqual([
    ['entry_sign_ups_total{step="2"}', 1],
    ['entry_sign_ups_total{step="3"}', 1],
  ]);
});

test('mails are counted by state, and a state without mails has none', async () => {
  const server = await startServer({ SMTP_URL: 'smtp://127.0.0.1:9' });
  await server.mailWorker.stop();
  const { db } = server.context;
  const mail = {
    recipient: 'a',
    kind: 'reset',
    language: 'en',
    created_at: 0,
    expires_at: 0,
    next_attempt_at: 0,
  } as const;
  const states = ['queued', 'queued', 'dead'] as const;
  await db
    .insertInto('outbox')
    .values(states.map((status, at) => ({ ...mail, status, message_id: String(at) })))
    .execute();
  const counted = async () => [...(await scrape(server))].filter(([name]) => name.startsWith('entry_mails')).sort();
  expect(await counted()).toEqual([
    ['entry_mails{state="dead"}', 1],
    ['entry_mails{state="queued"}', 2],
  ]);
  await db.deleteFrom('outbox').where('status', '=', 'queued').execute();
  expect(await counted()).toEqual([['entry_mails{state="dead"}', 1]]);
});

test('connections to the database are counted where there is a pool', async () => {
  const { context } = await startServer();
  const usage = { open: 3, idle: 1, waiting: 2 } as never;
  const samplesOf = async ({ registry }: ReturnType<typeof createMetrics>) =>
    (await registry.metrics()).split('\n').filter((line) => line.startsWith('entry_database_connections'));
  expect(await samplesOf(createMetrics(context.db, () => usage))).toEqual([
    'entry_database_connections{state="open"} 3',
    'entry_database_connections{state="idle"} 1',
    'entry_database_connections{state="waiting"} 2',
  ]);
  expect(await samplesOf(createMetrics(context.db))).toEqual([]);
});

test('every answer of the bank is counted by its kind, also when an attempt is settled', async () => {
  const server = await startServer();
  const bank = {
    authorise: async () => ({ kind: 'declined' }),
    settle: async () => ({ kind: 'unknown' }),
    closes: 'kept',
  } as unknown as Bank;
  const measured = measuredBank(bank, server.context.metrics);
  expect(await measured.authorise({} as never)).toEqual({ kind: 'declined' });
  expect(await measured.settle('key')).toEqual({ kind: 'unknown' });
  expect(measured).toMatchObject({ closes: 'kept' });
  expect([...(await scrape(server))].filter(([name, count]) => name.startsWith('entry_bank') && count > 0)).toEqual([
    ['entry_bank_answers_total{kind="declined"}', 1],
    ['entry_bank_answers_total{kind="unknown"}', 1],
  ]);
});

test('pages of the operator are beside the metrics; a fault of one is 503 and a line of the log', async () => {
  const { context } = await startServer();
  const port = await freePort();
  const pages = {
    '/page': (query: URLSearchParams) =>
      new Response(`of ${query.get('days')} days`, { status: 203, headers: { 'X-A': 'b' } }),
    '/broken': () => Promise.reject(new Error('no database')),
  };
  const stop = await listenForMetrics(context.metrics, { host: '127.0.0.1', port }, pages);
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  const page = await ask('/page?days=7');
  expect([page.status, page.headers.get('X-A'), await page.text()]).toEqual([203, 'b', 'of 7 days']);
  for (const path of ['/constructor', '/metrics/', '/pag']) expect((await ask(path)).status).toBe(404);
  expect((await ask('/metrics')).headers.get('Content-Type')).toMatch(/^text\/plain/);
  const lines = await linesOf(async () => expect((await ask('/broken')).status).toBe(503));
  expect(lines).toMatchObject([{ event: 'metrics failed', error: 'Error' }]);
  await expect(listenForMetrics((await startServer()).context.metrics, { host: '127.0.0.1', port })).rejects.toThrow(
    `Cannot listen for METRICS_LISTEN at port ${port} of 127.0.0.1 (EADDRINUSE); set it to a free port, at an address of this machine.`,
  );
  stop();
  await expect(ask('/metrics')).rejects.toThrow();
});

test('a server that stops does not wait for a page of the operator', async () => {
  const { context } = await startServer();
  const port = await freePort();
  const open = vi.fn(() => new Promise<never>(() => {}));
  const stop = await listenForMetrics(context.metrics, { host: '127.0.0.1', port }, { '/page': open });
  const asked = fetch(`http://127.0.0.1:${port}/page`);
  await vi.waitFor(() => expect(open).toHaveBeenCalled());
  stop();
  await expect(asked).rejects.toThrow();
});

test.each([
  ['is away', () => Promise.reject(new StoreUnavailable('it cannot be reached')), 1],
  ['does not answer', () => new Promise<never>(() => {}), 0],
])('while the database %s, all is measured but the mails in it', async (_how, execute, logged) => {
  const server = await startServer();
  const { context } = server;
  const port = await freePort();
  onTestFinished(await listenForMetrics(context.metrics, { host: '127.0.0.1', port }));
  const ask = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await server.request('/v1/phone/registrations/unknown');
  await context.db.transaction().execute((tx) => queueMail(context, tx, queuedNotice));
  expect(await ask()).toMatch(/^entry_mails\{state="\w+"\} 1$/m);

  const select = vi.spyOn(context.db, 'selectFrom').mockReturnValue({
    select: () => ({ groupBy: () => ({ execute }) }),
  } as never);
  onTestFinished(() => select.mockRestore());
  const lines = await linesOf(async () => {
    const text = await ask();
    expect(text).toMatch(/^entry_requests_total\{.*status="404"\} 1$/m);
    expect(text).not.toContain('entry_mails{');
  });
  expect(lines.filter(({ event }) => event === 'mails not counted')).toHaveLength(logged);
  select.mockRestore();
  expect(await ask()).toMatch(/^entry_mails\{state="\w+"\} 1$/m);
});

test('an unreadable address on the port of the metrics is 404', async () => {
  const { context } = await startServer();
  const port = await freePort();
  onTestFinished(await listenForMetrics(context.metrics, { host: '127.0.0.1', port }));
  const sent = request({ host: '127.0.0.1', port, path: '//', agent: false }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  expect(answer.resume().statusCode).toBe(404);
});

test('metrics are on a port of their own, never on the public one', async () => {
  const server = await startServer();
  const port = await freePort();
  onTestFinished(await listenForMetrics(server.context.metrics, { host: '127.0.0.1', port }));
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  expect((await server.request('/metrics')).status).toBe(404);
});

test.each([
  ['9464', { host: '127.0.0.1', port: 9464 }],
  ['1', { host: '127.0.0.1', port: 1 }],
  ['65535', { host: '127.0.0.1', port: 65_535 }],
  ['0.0.0.0:9464', { host: '0.0.0.0', port: 9464 }],
  ['[::]:9464', { host: '::', port: 9464 }],
])('METRICS_LISTEN=%s', (value, address) => {
  expect(readConfig({ METRICS_LISTEN: value }).metrics).toEqual(address);
});

test.each([
  '0',
  '65536',
  '9464x',
  '10.0.0.5:9464x',
  '10.0.0.5:100000',
  '[::1:9464',
  '70000',
  'metrics:9464',
  ':9464',
  'on',
])('METRICS_LISTEN=%s is rejected', (value) => {
  expect(() => readConfig({ METRICS_LISTEN: value })).toThrow('METRICS_LISTEN');
});
