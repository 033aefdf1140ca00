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

test.each(['', '{', 'null', '[]', '[null]', '{"csp-report":7}', 'x'.repeat(20_000)])(
  'anything else is ignored: %#',
  async (body) => {
    expect(await post('application/csp-report', body)).toEqual({ status: 204, lines: [] });
  },
);

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
