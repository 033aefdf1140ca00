import { describe, expect, it } from 'vitest';
import type { Store } from '#server/store/schema.ts';
import { type Life, live } from '#tests/support/customerLife.ts';
import { KilledServer, type Place } from '#tests/support/killedServer.ts';
import { newDataFolder } from '#tests/support/newDataFolder.ts';
import { binaries, preparedDatabase } from '#tests/support/postgres.ts';
import type { RunningServer } from '#tests/support/process.ts';
import { openAt } from '#tests/support/stores.ts';

/*
 * The real server is killed at generated statements of its database, while several customers sign up, pay, invite,
 * change, recover and log in. They repeat what was not answered, with the same Idempotency-Key. In the end everything
 * is as in a life without a kill: nothing acknowledged is lost, nothing is done twice.
 */

const isDeep = process.env['DEEP'] === '1';
/** Acts that a kill has cut off, on each database. */
const ENOUGH_CUT = isDeep ? 250 : 25;
/** One for each kind of point. */
const ENOUGH_KILLS = isDeep ? 100 : 6;
/** Each of them has an act that a kill cuts off: the start of the next server is what costs most. */
const CUSTOMERS_AT_ONCE = 8;
const SEED = isDeep ? Date.now() % 2 ** 31 : 12;

/** On SQLite the next server frees what the killed one held; on PostgreSQL its leases (of 5 s and 30 s) run out. */
const databases = [
  { name: 'SQLite', isThere: true, restartS: 0, place: async (): Promise<Place> => placeOf({}) },
  {
    name: 'PostgreSQL',
    isThere: binaries !== null,
    restartS: 31,
    place: async (): Promise<Place> => {
      const { dataDir } = await placeOf({});
      return placeOf({ DATABASE_URL: await preparedDatabase(dataDir) }, dataDir);
    },
  },
];

const placeOf = async (env: Record<string, string>, dataDir?: string): Promise<Place> => ({
  dataDir: dataDir ?? (await newDataFolder()),
  env: { COOL_DOWN_S: '0', ...env },
});

/** What the database holds about the two people of a life, without what differs from life to life. */
async function traces(db: Store, { email, member }: Life) {
  const addresses = [email, member];
  const count = async (rows: Promise<object[]>) => (await rows).length;
  const users = await db.selectFrom('users').selectAll().where('email', 'in', addresses).orderBy('id').execute();
  const customerIds = users.map(({ customer_id }) => customer_id ?? 0);
  const userIds = users.map(({ id }) => id);
  const mails = await db
    .selectFrom('outbox')
    .select(['recipient', 'kind'])
    .where('recipient', 'in', addresses)
    .orderBy('kind')
    .execute();
  return {
    registrations: await db
      .selectFrom('registrations')
      .select('step')
      .where('email', 'in', addresses)
      .where('completed_at', 'is not', null)
      .execute(),
    unfinished: await count(
      db
        .selectFrom('registrations')
        .select('id')
        .where('email', 'in', addresses)
        .where('completed_at', 'is', null)
        .execute(),
    ),
    users: users.map(({ role, email: address }) => [role, address === email]),
    customers: new Set(customerIds).size,
    numbers: await count(
      db.selectFrom('reservations').select('number').where('customer_id', 'in', customerIds).execute(),
    ),
    sessions: (
      await db.selectFrom('sessions').select('user_id').where('user_id', 'in', userIds).orderBy('user_id').execute()
    ).map(({ user_id }) => userIds.indexOf(user_id)),
    invitations: await count(db.selectFrom('invitations').select('id').where('email', 'in', addresses).execute()),
    challenges: await count(db.selectFrom('login_challenges').select('id').where('user_id', 'in', userIds).execute()),
    cardsKept: await count(
      db
        .selectFrom('bank_attempts')
        .innerJoin('registrations', 'registrations.id', 'registration_id')
        .select('bank_attempts.id')
        .where('email', '=', email)
        .where('status', '=', 'approved')
        .execute(),
    ),
    cardsAtTheBank: await count(
      db
        .selectFrom('test_bank')
        .innerJoin('bank_attempts', 'bank_attempts.attempt', 'test_bank.attempt')
        .innerJoin('registrations', 'registrations.id', 'registration_id')
        .select('test_bank.attempt')
        .where('email', '=', email)
        .where('outcome', '=', 'approved')
        .execute(),
    ),
    mails: mails.map(({ recipient, kind }) => `${kind} to the ${recipient === email ? 'owner' : 'member'}`),
  };
}

describe.each(databases)('a server on $name, killed at generated points', ({ isThere, restartS, place }) => {
  it.skipIf(!isThere)(`loses nothing and does nothing twice (seed ${SEED})`, { timeout: 3_600_000 }, async () => {
    const where = await place();
    const killed = new KilledServer(where, { restartS, seed: SEED });
    const { act, servers, cut } = killed;
    await killed.start();
    const lives = [await live(act, servers, 'spared', { isChecked: false })];
    const isEnough = () => cut.size >= ENOUGH_CUT && killed.kills >= ENOUGH_KILLS;
    for (let round = 0; !isEnough(); round += 1) {
      const all = Promise.all(
        Array.from({ length: CUSTOMERS_AT_ONCE }, (_, at) =>
          live(act, servers, `person${round}.${at}`, { isChecked: at % 2 === 1 }),
        ),
      );
      await Promise.all([killed.killDuring(all, isEnough), all]);
      lives.push(...(await all));
    }
    console.log(`${cut.size} acts were cut off by ${killed.kills} kills.`);

    const [server] = servers as [RunningServer];
    for (const { number, email, member, ownerToken, memberToken } of lives) {
      expect((await server.as(ownerToken).readAccount({})).data.data).toMatchObject({ number, user: { email } });
      expect((await server.as(memberToken).readAccount({})).data.data).toMatchObject({ user: { email: member } });
    }
    expect(new Set(lives.map(({ number }) => number)).size).toBe(lives.length);

    server.child.kill('SIGTERM');
    await server.ended;
    const { db } = await openAt({ DATA_DIR: where.dataDir, ...where.env });
    const expected = await traces(db, lives[0] as Life);
    expect(expected).toMatchObject({
      unfinished: 0,
      customers: 1,
      numbers: 1,
      cardsKept: 1,
      cardsAtTheBank: 1,
      sessions: [0, 1],
      invitations: 1,
    });
    for (const life of lives) expect(await traces(db, life), life.email).toEqual(expected);
  });
});
