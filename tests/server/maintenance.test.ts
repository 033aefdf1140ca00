import { describe, expect, it } from 'vitest';
import { purge } from '#server/platform/maintenance.ts';
import { startServer } from '#tests/support/server.ts';
import { begin, beginWithNumber, signUp } from '#tests/support/signUp.ts';

describe('maintenance deletes expired data', () => {
  it('an open registration after seven days, with its number, but no customer', async () => {
    const server = await startServer();
    await signUp(server);
    await beginWithNumber(server, { email: 'other@example.com' });
    const { db } = server.context;
    const left = async () => ({
      registrations: (await db.selectFrom('registrations').selectAll().execute()).length,
      reservations: (await db.selectFrom('reservations').selectAll().execute()).length,
      customers: (await db.selectFrom('customers').selectAll().execute()).length,
    });
    server.clock.forward(6 * 86_400);
    await begin(server, { email: 'third@example.com' });
    await purge(db, server.clock.now());
    expect(await left()).toEqual({ registrations: 2, reservations: 1, customers: 1 });
    server.clock.forward(86_400);
    await purge(db, server.clock.now());
    expect(await left()).toEqual({ registrations: 1, reservations: 1, customers: 1 });
  });
});
