import { expect, test } from 'vitest';
import { startServer } from '#tests/support/server.ts';

const event = { family: 'registration', state: 'filling.verifyingEmail', at: '2026-03-05T10:00:00.000Z' };

test('stores only the reached state with its family and time', async () => {
  const { api, context } = await startServer();
  expect((await api.recordEvent({ body: event })).status).toBe(202);
  const rows = await context.db.selectFrom('events').selectAll().execute();
  expect(rows).toMatchObject([{ family: 'registration', state: event.state, reached_at: Date.parse(event.at) }]);
});

test.each([
  ['a family with other signs', { ...event, family: 'x@example.com' }],
  ['a state that is too long', { ...event, state: 'x'.repeat(101) }],
  ['a time that is none', { ...event, at: 'yesterday' }],
])('%s is refused', async (_, body) => {
  const { api, context } = await startServer();
  await expect(api.recordEvent({ body })).rejects.toMatchObject({ status: 400 });
  expect(await context.db.selectFrom('events').selectAll().execute()).toEqual([]);
});
