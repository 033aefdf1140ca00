import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { measuredBank } from '#server/platform/metrics.ts';
import { withRequestId } from '#server/platform/requestId.ts';
import { exportTraces } from '#server/platform/traceExport.ts';
import { tracedCall, tracedRequest } from '#server/platform/tracing.ts';
import { startServer } from '../support/server.ts';
import { EMAIL, signUp } from '../support/signUp.ts';

type Span = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  status: { code: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
};

/** A collector that keeps what it is sent. */
async function collector() {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    received.push(body);
    response.setHeader('Content-Type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const spans = () =>
    received.flatMap((body) =>
      (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }).resourceSpans.flatMap(
        ({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans),
      ),
    );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`, received, spans };
}

test('each call is a span with its route template and status, the bank one within it, and nothing of the person', async () => {
  const { url, received, spans } = await collector();
  const stop = exportTraces(url);
  const server = await startServer();
  const token = await signUp(server);
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  await server.request(`/v1/phone/registrations/${token}`, {
    headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
  });
  await stop();

  const named = (name: string) => spans().filter((span) => span.name === name);
  const [created] = named('POST /registrations');
  const attributes = Object.fromEntries((created?.attributes ?? []).map(({ key, value }) => [key, value]));
  expect(attributes).toMatchObject({
    'http.request.method': { stringValue: 'POST' },
    'http.route': { stringValue: '/registrations' },
    'http.response.status_code': { intValue: 200 },
  });
  const [bank] = named('bank authorise');
  const submissions = named('PATCH /registrations/:registration_token').map(({ spanId }) => spanId);
  expect(submissions).toContain(bank?.parentSpanId);
  expect(named('GET /registrations/:registration_token')[0]).toMatchObject({
    traceId,
    parentSpanId: '00f067aa0ba902b7',
  });
  // Ids and times have any digits.
  const sent = received.join('').replace(/"[0-9a-f]{16,}"/g, '');
  for (const secret of [token, EMAIL, '4242']) expect(sent).not.toContain(secret);
});

test('a call that fails is marked as such and ended; within it is a request to another service with its outcome', async () => {
  const { url, received, spans } = await collector();
  const stop = exportTraces(url);
  const call = (route: string, status: number) =>
    tracedCall({ method: 'GET', route, header: () => undefined }, async () => ({ status }));
  await call('/refused', 499);
  await call('/failed', 500);
  const thrown = tracedCall({ method: 'GET', route: '/thrown', header: () => undefined }, () =>
    Promise.reject(new Error('x')),
  );
  await expect(thrown).rejects.toThrow('x');
  const asked = withRequestId((id) =>
    tracedCall({ method: 'POST', route: '/paid', header: () => undefined }, async () => {
      await tracedRequest(
        'bank settle',
        async () => 7,
        (result) => `outcome ${result}`,
      );
      return { status: 200, id };
    }),
  );
  const { id } = await asked;
  await expect(tracedRequest('bank down', () => Promise.reject(new Error('y')), String)).rejects.toThrow('y');
  await stop();
  const facts = spans().map(({ name, kind, status, attributes }) => [
    name,
    kind,
    status.code,
    ...attributes.flatMap(({ key, value }) =>
      key === 'entry.request' || key === 'entry.outcome' ? [value.stringValue] : [],
    ),
  ]);
  // In OTLP 2 is a server and 3 a client, and 2 an error.
  expect(facts).toEqual([
    ['GET /refused', 2, 0, ''],
    ['GET /failed', 2, 2, ''],
    ['GET /thrown', 2, 0, ''],
    ['bank settle', 3, 0, 'outcome 7'],
    ['POST /paid', 2, 0, id],
    ['bank down', 3, 0],
  ]);
  expect(received.join('')).toMatch(/"service.name".*"entry".*"service.version".*"1\.0\.24"/);
  const { length } = received;
  expect(await call('/later', 200)).toEqual({ status: 200 });
  expect(received).toHaveLength(length);
});

test('what the bank answers, at once and later, is the outcome of a span with its name', async () => {
  const { url, spans } = await collector();
  const stop = exportTraces(url);
  const { context } = await startServer();
  const bank = measuredBank(
    { authorise: async () => ({ kind: 'unknown' }), settle: async () => ({ kind: 'declined' }) },
    context.metrics,
  );
  await bank.authorise({ attempt: 'a', language: 'en' });
  await bank.settle('a');
  await stop();
  const outcomes = spans().map(({ name, attributes }) => [name, attributes.map(({ value }) => value.stringValue)]);
  expect(outcomes).toEqual([
    ['bank authorise', ['unknown']],
    ['bank settle', ['declined']],
  ]);
});

test('a collector that never answers holds up the end of the server for a second only', async () => {
  const hanging = createServer(() => {});
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    hanging.close();
    hanging.closeAllConnections();
  });
  const stop = exportTraces(`http://127.0.0.1:${(hanging.address() as AddressInfo).port}/v1/traces`);
  await tracedCall({ method: 'GET', route: '/a', header: () => undefined }, async () => ({ status: 200 }));
  const began = performance.now();
  await stop();
  expect(performance.now() - began).toBeLessThan(5_000);
}, 15_000);

test.each(['collector', 'ftp://collector/v1/traces', 'http://user:secret@collector/v1/traces'])(
  'TRACES_URL %s is refused, and not repeated',
  (TRACES_URL) => {
    expect(() => readConfig({ TRACES_URL })).toThrow(/^TRACES_URL (?!.*secret)/);
  },
);
