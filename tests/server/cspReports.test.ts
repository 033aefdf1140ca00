import { expect, test } from 'vitest';
import { linesOf } from '../support/logLines.ts';
import { startServer } from '../support/server.ts';

const event = 'content security policy violated';
const page = 'http://localhost:3000/de/signup/?token=secret';

const post = async (type: string, body: unknown) => {
  const { request } = await startServer();
  let status = 0;
  const lines = await linesOf(async () => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    status = (await request('/v1/phone/csp-reports', { method: 'POST', headers: { 'Content-Type': type }, body: text }))
      .status;
  });
  return { status, lines };
};

test.each([
  [
    'application/csp-report',
    {
      'csp-report': {
        'document-uri': page,
        'effective-directive': 'script-src-elem',
        'blocked-uri': 'https://evil.example/x.js?card=4242',
      },
    },
  ],
  [
    'application/reports+json',
    [
      {
        type: 'csp-violation',
        body: {
          documentURL: page,
          effectiveDirective: 'script-src-elem',
          blockedURL: 'https://evil.example/x.js?card=4242',
        },
      },
      { type: 'deprecation', body: { id: 'x' } },
    ],
  ],
])('a report of the type %s is logged without any address', async (type, body) => {
  expect(await post(type, body)).toEqual({
    status: 204,
    lines: [{ event, directive: 'script-src-elem', blocked: 'https://evil.example', page: 'registration' }],
  });
});

test.each([
  ['script-src https://evil.example', 'inline', 'script-src', 'inline'],
  ['Script', 'eval', 'unknown', 'eval'],
  [7, '', 'unknown', 'unknown'],
  ['img-src', 'wss://evil.example:8443/path', 'img-src', 'wss://evil.example:8443'],
  ['img-src', `https://${'x'.repeat(60)}.${'y'.repeat(60)}.example/z`, 'img-src', `https://${'x'.repeat(60)}.`],
  ['img-src', 'http://evil.example/path', 'img-src', 'http://evil.example$'],
  ['connect-src', 'ws://evil.example/path', 'connect-src', 'ws://evil.example$'],
  ['img-src', 'https://[evil', 'img-src', 'https$'],
  ['img-src', 'blob:https://entry.example/secret', 'img-src', 'blob$'],
  ['img-src', 'data:image/png;base64,AAAA', 'img-src', 'data'],
  ['img-src', 'chrome-extension://abc/x.js', 'img-src', 'chrome-extension'],
  ['a'.repeat(41), 'blob', 'a'.repeat(40), 'blob'],
])(
  'of the directive %s and the source %s, only words and origins are logged',
  async (directive, blocked, ...logged) => {
    // The older name of the directive, for browsers that support no other.
    const report = { 'document-uri': 'about:blank', 'violated-directive': directive, 'blocked-uri': blocked };
    const { lines } = await post('application/csp-report', { 'csp-report': report });
    expect(lines).toEqual([{ event, directive: logged[0], blocked: expect.any(String), page: 'other' }]);
    expect(String(lines[0]?.['blocked'])).toMatch(new RegExp(`^${logged[1]}`));
    expect(String(lines[0]?.['blocked']).length).toBeLessThanOrEqual(100);
  },
);

test('what a report leaves out is unknown', async () => {
  expect((await post('application/csp-report', { 'csp-report': {} })).lines).toEqual([
    { event, directive: 'unknown', blocked: 'unknown', page: 'other' },
  ]);
});

test('of one request ten reports are read, and none of more than 16 KiB', async () => {
  const report = { type: 'csp-violation', body: { effectiveDirective: 'img-src' } };
  expect((await post('application/reports+json', Array(12).fill(report))).lines).toHaveLength(10);
  const ofLength = (length: number) => {
    const text = JSON.stringify({ 'csp-report': { 'blocked-uri': 'x' } });
    return text.replace('x', 'x'.repeat(length - text.length + 1));
  };
  expect((await post('application/csp-report', ofLength(16 * 1024))).lines).toHaveLength(1);
  expect(await post('application/csp-report', ofLength(16 * 1024 + 1))).toEqual({ status: 204, lines: [] });
});

test.each([
  '',
  '{',
  'null',
  '[]',
  '[null]',
  '{"csp-report":7}',
  '{"csp-report":null}',
  '[{"type":"csp-violation"}]',
  'x'.repeat(20_000),
])('anything else is ignored: %#', async (body) => {
  expect(await post('application/csp-report', body)).toEqual({ status: 204, lines: [] });
});

test('lines are limited, however many reports come', async () => {
  const { request } = await startServer();
  const report = { 'csp-report': { 'document-uri': page, 'effective-directive': 'img-src', 'blocked-uri': 'inline' } };
  const lines = await linesOf(async () => {
    for (let count = 0; count < 120; count += 1) {
      await request('/v1/phone/csp-reports', { method: 'POST', body: JSON.stringify(report) });
    }
  });
  expect(lines).toHaveLength(100);
});
