import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { API_PATH } from '#domain/hosts.ts';
import { EMAIL, sessionToken } from '../support/account.ts';
import { addOwner } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** The body as it may arrive: any JSON, JSON with keys that some parsers trip over, or none at all. */
const body = fc.oneof(
  fc.json(),
  fc.string(),
  fc.constantFrom(
    '{"__proto__":{"isAdmin":true}}',
    '{"email":{"$gt":""}}',
    '[]',
    'null',
    '{"email":"a","email":"b"}',
    '{',
  ),
);
const segment = fc.oneof(
  fc.string({ minLength: 1, maxLength: 60 }),
  fc.constantFrom('0', '-1', '1e9', '..', '%', '🙂'),
);

const pathOf = ({ path }: Call, value: string) => path.replace(/:\w+/g, () => encodeURIComponent(value.toWellFormed()));

async function ownerToken(server: TestServer): Promise<string> {
  await addOwner(server, EMAIL);
  return sessionToken(server);
}

describe('malformed input', () => {
  const rows = Object.entries<Call>(calls);

  it.each(rows)('sent to %s gets a JSON response below 500', async (_name, call) => {
    const server = await startServer({ TWO_FACTOR: 'off' });
    const token = await ownerToken(server);
    await fc.assert(
      fc.asyncProperty(body, segment, fc.boolean(), async (malformed, value, hasSession) => {
        const answer = await server.request(API_PATH + pathOf(call, value), {
          method: call.method.toUpperCase(),
          headers: {
            'Content-Type': 'application/json',
            'X-Language': 'xx',
            ...(hasSession && { Authorization: `Bearer ${token}` }),
          },
          ...(call.method !== 'get' && { body: malformed }),
        });
        expect([2, 4]).toContain(Math.floor(answer.status / 100));
        expect(answer.headers.get('Content-Type')).toContain('application/json');
        const text = await answer.text();
        expect(JSON.parse(text)).toBeTypeOf('object');
        expect(text).not.toMatch(/\bat .*\.ts:\d+|sqlite|select \*/i);
      }),
      { numRuns: 12 },
    );
  });
});
