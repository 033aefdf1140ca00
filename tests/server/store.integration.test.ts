import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { BankAttempt } from '#server/bank/port.ts';
import { createTestBank } from '#server/bank/testBank.ts';
import { countAttempt } from '#server/http/throttle.ts';
import { takeDue } from '#server/mail/due.ts';
import { queueMail } from '#server/mail/outbox.ts';
import { readConfig } from '#server/platform/config.ts';
import { DAY_MS } from '#server/platform/durations.ts';
import type { Store, Tx } from '#server/store/schema.ts';
import { openStoreBeside } from '#server/store/store.ts';
import { kinds, openAt } from '#tests/support/stores.ts';

/*
 * What the server relies on in its database, on both of them.
 */

const SIMULTANEOUS = 8;
const NOON = Date.parse('2025-03-05T12:00:00Z');

const mail = (message_id: string, recipient: string) => ({
  message_id,
  recipient,
  kind: 'trialStarted' as const,
  language: 'en' as const,
  status: 'queued' as const,
  next_attempt_at: NOON,
  expires_at: NOON + DAY_MS,
  created_at: NOON,
});

const customer = {
  company: 'Łódź "Ltd" 📞',
  country: 'PL',
  postcode: '',
  address: '',
  city: "'; drop table users; --",
  vat: '',
  package_type: 'P' as const,
  nb_users: 2_147_483_647,
  nb_cx_bundles: 0,
  currency: 'PLN' as const,
  completed_at: NOON,
  trial_ends_on: '2025-04-05',
  trial_time_zone: 'UTC',
  created_at: NOON,
};

// The first test on PostgreSQL also starts it.
describe.each(kinds)('$name', { timeout: 60_000 }, ({ isThere, place }) => {
  const test = it.skipIf(!isThere);

  test('returns what was stored: times and counts as numbers, any text, null', async () => {
    const { db } = await openAt(await place());
    const { id } = await db.insertInto('customers').values(customer).returning('id').executeTakeFirstOrThrow();
    const row = await db.selectFrom('customers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ ...customer, id: 1, number: null, cancelled_at: null, discount_percent: 0 });
    const { count } = await db
      .selectFrom('customers')
      .select((each) => each.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
  });

  test('takes a text with a NUL character, and looks for one', async () => {
    const { db } = await openAt(await place());
    await db.insertInto('facts').values({ name: 'x', value: 'on\0call' }).execute();
    // PostgreSQL has no such text, and keeps the sign that stands for any other.
    expect(['on\0call', 'on\ufffdcall']).toContain((await factOf(db, 'x')).value);
    expect(await db.selectFrom('facts').select('name').where('name', '=', 'x\0').execute()).toEqual([]);
  });

  test('can be asked any number of times without a warning of the runtime', async () => {
    const warnings: string[] = [];
    const note = ({ name }: Error) => void warnings.push(name);
    process.on('warning', note);
    onTestFinished(() => void process.off('warning', note));
    const { db } = await openAt(await place());
    for (let times = 0; times < 15; times += 1) await sql`select 1`.execute(db);
    // A warning is given after the present task.
    await new Promise(setImmediate);
    expect(warnings).toEqual([]);
  });

  test('rolls back a failed transaction completely', async () => {
    const { db } = await openAt(await place());
    const failing = db.transaction().execute(async (tx) => {
      await tx.insertInto('customers').values(customer).execute();
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await db.selectFrom('customers').selectAll().execute()).toEqual([]);
  });

  test('deletes what belongs to a deleted row', async () => {
    const { db } = await openAt(await place());
    await db.insertInto('customers').values(customer).execute();
    await db
      .insertInto('discounts')
      .values({ customer_id: 1, campaign: 'spring', percent: 5, redeemed_at: null, created_at: NOON })
      .execute();
    await db.deleteFrom('customers').execute();
    expect(await db.selectFrom('discounts').selectAll().execute()).toEqual([]);
  });

  test('concurrent transactions are serialisable: no change is lost', async () => {
    const { db } = await openAt(await place());
    await db.insertInto('facts').values({ name: 'count', value: '0' }).execute();
    const raise = () =>
      db.transaction().execute(async (tx) => {
        const { value } = await factOf(tx, 'count');
        await tx
          .updateTable('facts')
          .set({ value: String(Number(value) + 1) })
          .where('name', '=', 'count')
          .execute();
      });
    await Promise.all(Array.from({ length: 12 }, raise));
    expect(await factOf(db, 'count')).toEqual({ value: '12' });
  });

  test('concurrent transactions show no write skew: of two that each leave one row, one row stays', async () => {
    const { db } = await openAt(await place());
    await db
      .insertInto('facts')
      .values([fact('ann'), fact('bob')])
      .execute();
    const leave = (name: string) =>
      db.transaction().execute(async (tx) => {
        const left = await tx.selectFrom('facts').select('name').where('value', '=', 'on call').execute();
        if (left.length > 1) await tx.deleteFrom('facts').where('name', '=', name).execute();
      });
    await openConnections(db, 2);
    await Promise.all([leave('ann'), leave('bob')]);
    expect(await db.selectFrom('facts').select('name').where('value', '=', 'on call').execute()).toHaveLength(1);
  });

  test('two transactions that need the same rows in opposite order both succeed', async () => {
    const { db } = await openAt(await place());
    await db
      .insertInto('facts')
      .values([fact('ann'), fact('bob')])
      .execute();
    const both = (first: string, second: string) =>
      db.transaction().execute(async (tx) => {
        for (const name of [first, second]) {
          await tx.updateTable('facts').set({ value: first }).where('name', '=', name).execute();
        }
      });
    await Promise.all([both('ann', 'bob'), both('bob', 'ann'), both('ann', 'bob'), both('bob', 'ann')]);
    const [ann, bob] = [await factOf(db, 'ann'), await factOf(db, 'bob')];
    expect(ann).toEqual(bob);
  });

  test('two transactions that create the same key: one creates it, the other finds it', async () => {
    const { db } = await openAt(await place());
    const found: boolean[] = [];
    const make = () =>
      db.transaction().execute(async (tx) => {
        const isThere = await tx.selectFrom('facts').select('name').where('name', '=', 'one').executeTakeFirst();
        if (!isThere) await tx.insertInto('facts').values(fact('one')).execute();
        return isThere !== undefined;
      });
    found.push(...(await Promise.all([make(), make(), make()])));
    expect(found.filter((isThere) => !isThere)).toHaveLength(1);
  });

  test('a counter allows as many as its limit, however many are concurrent', async () => {
    const { db } = await openAt(await place());
    const limit = { name: 'attempts', max: 3, windowMs: 60_000 };
    const waits = await Promise.all(Array.from({ length: 20 }, () => countAttempt(db, limit, 'ann', NOON)));
    expect(waits.filter((wait) => wait === null)).toHaveLength(3);
    expect(new Set(waits)).toEqual(new Set([null, 60]));
    expect(await countAttempt(db, limit, 'ann', NOON + 60_000)).toBeNull();
  });

  test('a row with two keys that is created by several at the same time is one for all', async () => {
    const where = await place();
    const { db, keyring } = await openAt(where);
    const bank = createTestBank({ config: readConfig(where), db, keyring, now: () => NOON });
    await openConnections(db, SIMULTANEOUS);
    for (let round = 0; round < 20; round += 1) {
      const attempt: BankAttempt = { attempt: `card ${round}`, language: 'en' };
      const outcomes = await Promise.all(Array.from({ length: SIMULTANEOUS }, () => bank.authorise(attempt)));
      expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    }
    expect(await db.selectFrom('test_bank').select('attempt').execute()).toHaveLength(20);
  });

  test('who is woken by a queued mail finds it; there is none of an undone transaction', async () => {
    const where = await place();
    const { db, keyring } = await openAt(where);
    const found: ReturnType<typeof takeDue>[] = [];
    const now = () => NOON;
    const wakeMail = () => void found.push(takeDue({ db, now }, 10));
    const queueCode = (andThen: (tx: Tx) => Promise<unknown>) =>
      db.transaction().execute(async (tx) => {
        const mail = { to: 'ann@example.com', kind: 'loginCode', language: 'en', values: { code: '012345' } } as const;
        await queueMail({ config: readConfig(where), keyring, now, wakeMail }, tx, mail);
        await andThen(tx);
      });
    await openConnections(db, 2);
    await queueCode(async (tx) => {
      for (let statement = 0; statement < 20; statement += 1) await factOf(tx, 'key');
    });
    expect(await Promise.all(found)).toMatchObject([[{ kind: 'loginCode' }]]);
    const undone = queueCode(() => Promise.reject(new Error('no')));
    await expect(undone).rejects.toThrow('no');
    expect((await Promise.all(found)).slice(1).flat()).toEqual([]);
  });

  test('each mail is claimed once, in order', async () => {
    const { db } = await openAt(await place());
    const mails = Array.from({ length: 300 }, (_, at) => mail(`m${at}`, `person${at}@example.com`));
    await db.insertInto('outbox').values(mails).execute();
    const context = { db, now: () => NOON };
    await openConnections(db, 4);
    const takeAll = async () => {
      const taken: number[] = [];
      for (let batch = await takeDue(context, 10); batch.length > 0; batch = await takeDue(context, 10)) {
        const ids = batch.map(({ id }) => id);
        expect(ids).toEqual(ids.toSorted((one, other) => one - other));
        taken.push(...ids);
      }
      return taken;
    };
    const ids = (await Promise.all(Array.from({ length: 4 }, takeAll))).flat();
    expect(ids.toSorted((one, other) => one - other)).toEqual(mails.map((_, at) => at + 1));
  });

  test('is migrated once, and unchanged when opened again', async () => {
    const where = await place();
    const { db, keyring } = await openAt(where);
    const applied = async (store: Store) =>
      (await sql<{ name: string }>`select name from migrations`.execute(store)).rows;
    const names = await applied(db);
    expect(new Set(names.map(({ name }) => name)).size).toBe(names.length);
    await db.destroy();
    const reopened = await openAt(where);
    expect(await applied(reopened.db)).toEqual(names);
    expect(reopened.keyring.fingerprint).toBe(keyring.fingerprint);
  });

  test('a command beside a server finds what it has stored, and the server what the command stores', async () => {
    const where = await place();
    const server = await openAt(where);
    await server.db.insertInto('facts').values(fact('of server')).execute();
    const command = await openStoreBeside(readConfig(where), 0);
    onTestFinished(() => command.db.destroy());
    expect([command.keyring.fingerprint, command.isShared]).toEqual([server.keyring.fingerprint, server.isShared]);
    expect(await factOf(command.db, 'of server')).toEqual({ value: 'on call' });
    await command.db.insertInto('facts').values(fact('of command')).execute();
    expect(await factOf(server.db, 'of command')).toEqual({ value: 'on call' });
    expect(await command.exclusively(async () => 'done')).toBe('done');
  });
});

/** Opens connections before the work that shall run at the same time: opening one takes longer than a transaction. */
const openConnections = (db: Store, count: number) =>
  Promise.all(Array.from({ length: count }, () => sql`select 1`.execute(db)));

const fact = (name: string) => ({ name, value: 'on call' });

const factOf = (db: Store, name: string) =>
  db.selectFrom('facts').select('value').where('name', '=', name).executeTakeFirstOrThrow();
