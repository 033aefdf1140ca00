import { expect, test } from 'vitest';
import { limits } from '#server/login/limits.ts';
import { useUp } from '#tests/support/counters.ts';
import { codesOf } from '#tests/support/failures.ts';
import { startServer } from '#tests/support/server.ts';

const event = { family: 'registration', state: 'filling.verifyingEmail', at: '2026-03-05T10:00:00.000Z' };

test('stores only the reached state with its family and time', async () => {
  const { api, context } = await startServer();
  expect((await api.recordEvent({ body: event })).status).toBe(202);
  const rows = await context.db.selectFrom('events').selectAll().execute();
  expect(rows).toMatchObject([{ family: 'registration', state: event.state, reached_at: Date.parse(event.at) }]);
});

test.each([
  ['2026-01-01T00:00:00+01', Date.UTC(2025, 11, 31, 23)],
  ['2026-01-01T00:00:00-0530', Date.UTC(2026, 0, 1, 5, 30)],
  ['2026-01-01T00:00:00.123456+01:00', Date.UTC(2025, 11, 31, 23, 0, 0, 123)],
  ['2024-02-29T12:00:00Z', Date.UTC(2024, 1, 29, 12)],
])('reads the instant %s', async (at, reached_at) => {
  const { api, context } = await startServer();
  expect((await api.recordEvent({ body: { ...event, at } })).status).toBe(202);
  expect(await context.db.selectFrom('events').select('reached_at').execute()).toEqual([{ reached_at }]);
});

test('from one network are counted: 1,000 in a quarter of an hour', async () => {
  const server = await startServer();
  await useUp(server, limits.networkEvents, '203.0.113.9', 1);
  const record = (address: string) => server.client({ address }).recordEvent({ body: event });
  expect((await record('203.0.113.9')).status).toBe(202);
  expect(await codesOf(record('203.0.113.9'))).toEqual([429, 'AU1004']);
  expect((await record('203.0.113.10')).status).toBe(202);
  expect(await server.context.db.selectFrom('events').selectAll().execute()).toHaveLength(2);
});

test.each([
  ['a family with other signs', { ...event, family: 'x@example.com' }],
  ['a state that is too long', { ...event, state: 'x'.repeat(101) }],
  ['a time that is none', { ...event, at: 'yesterday' }],
  ['a day that no calendar has', { ...event, at: '2026-02-31T00:00:00Z' }],
  ['an hour that no day has', { ...event, at: '2026-01-01T25:00:00Z' }],
])('%s is refused', async (_, body) => {
  const { api, context } = await startServer();
  await expect(api.recordEvent({ body })).rejects.toMatchObject({ status: 400 });
  expect(await context.db.selectFrom('events').selectAll().execute()).toEqual([]);
});
