import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { listenForMetrics } from '#server/platform/metrics.ts';
import { freePort } from '../../tools/freePort.ts';
import { addOwner, codeFor, mailsTo, PASSWORD } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { beginWithNumber, billing, EMAIL, read, signUp, submit } from '../support/signUp.ts';

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
  const { data } = await submit(server.api, token, { ...billing, card_number: '4000000000003220' });
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const { pathname } = new URL(String((data as { url: string }).url));
  await server.request(pathname, { method: 'POST', headers, body: 'result=approved' });
  await Promise.all([read(server.api, token), read(server.api, token)]);
  expect((await scrape(server)).get('entry_sign_ups_total{step="completed"}')).toBe(1);
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
  ['0.0.0.0:9464', { host: '0.0.0.0', port: 9464 }],
  ['[::]:9464', { host: '::', port: 9464 }],
])('METRICS_LISTEN=%s', (value, address) => {
  expect(readConfig({ METRICS_LISTEN: value }).metrics).toEqual(address);
});

test.each(['0', '70000', 'metrics:9464', ':9464', 'on'])('METRICS_LISTEN=%s is rejected', (value) => {
  expect(() => readConfig({ METRICS_LISTEN: value })).toThrow('METRICS_LISTEN');
});
