import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { makeNextKey } from '#server/store/key.ts';
import type { OpenStore } from '#server/store/opened.ts';
import { withLock } from '#server/store/postgres/lock.ts';
import { moveToPostgres } from '#server/store/postgres/move.ts';
import { rejectRunning } from '#server/store/postgres/running.ts';
import type { DatabaseSettings } from '#server/store/postgres/settings.ts';
import type { Database } from '#server/store/schema.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { openStoreBeside } from '#server/store/store.ts';
import { emptyFolder } from '#tests/support/dataFolder.ts';
import { statementsToUndo } from '#tests/support/migrations.ts';
import { binaries, cluster } from '#tests/support/postgres.ts';
import { openAt } from '#tests/support/stores.ts';

/* How servers and commands share a PostgreSQL database: its key, its release, who is on it, and how it is filled. */

type Place = { DATA_DIR: string; DATABASE_URL: string };

const newPlace = async (): Promise<Place> => ({
  DATA_DIR: emptyFolder(),
  DATABASE_URL: await (await cluster()).database(),
});

const settingsOf = (place: Place): DatabaseSettings => {
  const { database } = readConfig(place);
  return database ?? expect.fail('no database');
};
const nameOf = (place: Place): string => {
  const { name, host, port } = settingsOf(place);
  return `${name} at ${host}:${port}`;
};

/** Opens a database as a command does; it is closed at once. */
const beside = async (place: Place) => {
  const { db, keyring } = await openStoreBeside(readConfig(place), 0);
  await db.destroy();
  return keyring.fingerprint;
};
const close = async (store: Promise<OpenStore>) => (await store).db.destroy();

describe.skipIf(!binaries)('a PostgreSQL database', { timeout: 60_000 }, () => {
  it('is refused where it cannot hold every name, and stays empty', async () => {
    const running = await cluster();
    await running.run("create database latin template template0 encoding 'LATIN1' lc_collate 'C' lc_ctype 'C'");
    const place = { DATA_DIR: emptyFolder(), DATABASE_URL: running.url('latin') };
    const reason = 'The database latin has the encoding LATIN1; create one with the encoding UTF8.';
    for (const open of [openAt, beside]) await expect(open(place)).rejects.toThrow(reason);
    const source = emptyFolder();
    await close(openSqlite(source, 0));
    await expect(moveToPostgres(source, settingsOf(place), 0)).rejects.toThrow(reason);
    const { rows } = await running.run("select 1 from pg_tables where schemaname = 'public'", 'latin');
    expect(rows).toEqual([]);
  });

  it('has one key, which each of its servers has in its folder', async () => {
    const place = await newPlace();
    const first = await openAt(place);
    expect([first.isShared, first.whyWaiting()]).toEqual([true, null]);
    expect(statSync(place.DATA_DIR).mode & 0o777).toBe(0o700);
    const path = join(place.DATA_DIR, 'key');
    expect(await beside(place)).toBe(first.keyring.fingerprint);

    const other = { ...place, DATA_DIR: join(emptyFolder(), 'a', 'b') };
    const otherPath = join(other.DATA_DIR, 'key');
    const missing = `The key ${otherPath} of the database ${nameOf(place)} is missing; copy it from another of its servers or from a backup (see docs/postgresql.md).`;
    for (const open of [openAt, beside]) await expect(open(other)).rejects.toThrow(missing);
    expect(readdirSync(other.DATA_DIR)).toEqual([]);
    writeFileSync(otherPath, 'A'.repeat(43));
    await expect(openAt(other)).rejects.toThrow(
      `The key ${otherPath} is not the one that the database ${nameOf(place)} was made with; copy the original key to this path (see docs/postgresql.md).`,
    );
    truncateSync(otherPath);
    await expect(openAt(other)).rejects.toThrow(missing);
    writeFileSync(otherPath, readFileSync(path));
    chmodSync(other.DATA_DIR, 0o755);
    expect((await openAt(other)).keyring.fingerprint).toBe(first.keyring.fingerprint);
    expect(statSync(other.DATA_DIR).mode & 0o777).toBe(0o700);
  });

  it('that is empty or of an older release is migrated by a server, not by a command', async () => {
    const place = await newPlace();
    await expect(beside(place)).rejects.toThrow(
      `The database ${nameOf(place)} is empty; start a server of this release first.`,
    );
    expect(readdirSync(place.DATA_DIR)).toEqual([]);
    const store = await openAt(place);
    const { fingerprint } = store.keyring;
    const applied = sql<{ name: string }>`select name from migrations order by name`;
    const { rows } = await applied.execute(store.db);
    for (const statement of statementsToUndo()) await sql.raw(statement).execute(store.db);
    await expect(beside(place)).rejects.toThrow(
      `The database ${nameOf(place)} was last used by an older release; start a server of this release first.`,
    );
    await close(openAt(place));
    expect((await applied.execute(store.db)).rows).toEqual(rows);
    expect(await beside(place)).toBe(fingerprint);
    await sql`insert into migrations values ('9999-future', 0)`.execute(store.db);
    for (const open of [openAt, beside]) await expect(open(place)).rejects.toThrow('newer release');
  });

  it('is locked by one at a time, without a limit for its statements, and free again also after a failure', async () => {
    const place = await newPlace();
    const running: string[] = [];
    const settings = settingsOf(place);
    const [begun, hold] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = withLock(settings, async (db) => {
      running.push('first begins');
      begun.resolve();
      const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db);
      expect(rows).toEqual([{ statement_timeout: '0' }]);
      await hold.promise;
      running.push('first ends');
    });
    await begun.promise;
    const second = expect(
      withLock(settings, async () => {
        running.push('second');
        throw new Error('of the work');
      }),
    ).rejects.toThrow('of the work');
    const { rows } = await (await cluster()).run('select 1', settings.name);
    expect([rows.length, running]).toEqual([1, ['first begins']]);
    hold.resolve();
    await Promise.all([first, second]);
    expect(await withLock(settings, async () => 'third')).toBe('third');
    expect(running).toEqual(['first begins', 'first ends', 'second']);
    const store = await openAt(place);
    expect(await store.exclusively(async () => 'fourth')).toBe('fourth');
    // Other work has limits.
    for (const name of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) {
      const { rows } = await sql<Record<string, string>>`show ${sql.ref(name)}`.execute(store.db);
      expect(rows).toEqual([{ [name]: '5s' }]);
    }
  });

  it('is waited for by a start for two minutes while another one holds it, and no longer', async () => {
    const settings = settingsOf(await newPlace());
    const START = 1_000_000;
    const END = START + 120_000;
    const clock = vi.spyOn(Date, 'now').mockReturnValue(START);
    onTestFinished(() => clock.mockRestore());
    /** Until the second one has tried, beside the one that holds the lock. */
    const hasTried = () =>
      vi.waitFor(async () => {
        const { rows } = await (await cluster()).run(
          "select from pg_stat_activity where datname = current_database() and query like '%advisory%' and state = 'idle'",
          settings.name,
        );
        expect(rows).toHaveLength(2);
      });
    const [begun, hold] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = withLock(settings, async () => {
      begun.resolve();
      await hold.promise;
    });
    await begun.promise;
    const tooLong = withLock(settings, async () => 'too long').catch((error: unknown) => error);
    await hasTried();
    clock.mockReturnValue(END).mockClear();
    await vi.waitFor(() => expect(clock.mock.calls.length).toBeGreaterThan(3));
    hold.resolve();
    await first;
    expect(await tooLong).toBe('too long');

    const [again, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const third = withLock(settings, async () => {
      again.resolve();
      await release.promise;
    });
    await again.promise;
    const refused = expect(withLock(settings, async () => {})).rejects.toMatchObject({
      reason: 'another server has been starting on it for too long',
    });
    await hasTried();
    clock.mockReturnValue(END + 120_001);
    await refused;
    release.resolve();
    await third;
  });

  it('takes the next key of a rotation that was cut off after it had changed the database', async () => {
    const place = await newPlace();
    const { db } = await openAt(place);
    const { fingerprint } = makeNextKey(place.DATA_DIR);
    await sql`update facts set value = ${fingerprint} where name = 'key'`.execute(db);
    expect(await beside(place)).toBe(fingerprint);
  });

  it('tells whether another server or command of ours is on it', async () => {
    const [place, other] = [await newPlace(), await newPlace()];
    const { db } = await openAt(place);
    await openAt(other);
    await rejectRunning(db);
    const second = await openAt(place);
    await sql`select 1`.execute(second.db);
    const begun = performance.now();
    await expect(rejectRunning(db)).rejects.toThrow(
      'A server is running on the database; stop all of its servers first.',
    );
    // One that was closed a moment ago may still be listed.
    expect(performance.now() - begun).toBeGreaterThan(1_800);
    await second.db.destroy();
    await rejectRunning(db);
    // Another program, such as that of a backup, is none of ours.
    await (await cluster()).run('select 1', settingsOf(place).name);
    await rejectRunning(db);
  });
});

describe.skipIf(!binaries)('moving to PostgreSQL', { timeout: 60_000 }, () => {
  const NOON = Date.parse('2025-03-05T12:00:00Z');
  const fact = (number: number) => ({ name: `fact ${String(number).padStart(4, '0')}`, value: `${number}` });

  it('takes every row, however many there are, and goes on with the next number', async () => {
    const place = await newPlace();
    const source = await openSqlite(place.DATA_DIR, 0);
    await source.db
      .insertInto('facts')
      .values(Array.from({ length: 1203 }, (_, number) => fact(number)))
      .execute();
    const rows = (await source.db.selectFrom('facts').select('name').execute()).length;
    await source.db.destroy();

    const moved = await moveToPostgres(place.DATA_DIR, settingsOf(place), 0);
    expect(moved).toEqual({ rows, aside: join(place.DATA_DIR, 'store.sqlite.moved') });
    expect([existsSync(moved.aside), existsSync(join(place.DATA_DIR, 'store.sqlite'))]).toEqual([true, false]);
    const { db } = await openAt(place);
    const facts = await db.selectFrom('facts').selectAll().where('name', 'like', 'fact %').orderBy('name').execute();
    expect(facts).toEqual(Array.from({ length: 1203 }, (_, number) => fact(number)));
    await expect(openSqlite(place.DATA_DIR, 0)).rejects.toThrow('was moved to PostgreSQL; set DATABASE_URL');
  });

  it('gives no number a second time, and begins with 1 where there was no row', async () => {
    const place = await newPlace();
    const source = await openSqlite(place.DATA_DIR, 0);
    const mail = { recipient: 'a@example.com', kind: 'trialStarted', language: 'en', status: 'queued' } as const;
    const times = { next_attempt_at: NOON, expires_at: NOON, created_at: NOON };
    const values = (message_id: string) => ({ message_id, ...mail, ...times });
    await source.db
      .insertInto('outbox')
      .values([values('1'), values('2'), values('3')])
      .execute();
    await source.db.deleteFrom('outbox').where('message_id', '=', '1').execute();
    await source.db.destroy();
    await moveToPostgres(place.DATA_DIR, settingsOf(place), 0);
    const { db } = await openAt(place);
    const inserted = await db.insertInto('outbox').values(values('4')).returning('id').executeTakeFirstOrThrow();
    expect(inserted).toEqual({ id: 4 });
    expect(await db.selectFrom('outbox').select('id').orderBy('id').execute()).toEqual([
      { id: 2 },
      { id: 3 },
      { id: 4 },
    ]);
    const first = await db
      .insertInto('discounts')
      .values({ customer_id: await customer(db), campaign: 'spring', percent: 10, created_at: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(first).toEqual({ id: 1 });
  });

  it('is refused, and changes nothing, where the target has tables or there is nothing to move', async () => {
    const place = await newPlace();
    await close(openSqlite(place.DATA_DIR, 0));
    await (await cluster()).run('create table something (id int)', settingsOf(place).name);
    await expect(moveToPostgres(place.DATA_DIR, settingsOf(place), 0)).rejects.toThrow(
      `The database ${nameOf(place)} is not empty; create an empty one.`,
    );
    const running = await openSqlite(place.DATA_DIR, 0);
    await expect(moveToPostgres(place.DATA_DIR, settingsOf(place), 0)).rejects.toThrow('in use by another server');
    await running.db.destroy();
    const nowhere = emptyFolder();
    await expect(moveToPostgres(nowhere, settingsOf(place), 0)).rejects.toThrow(
      `There is no database ${join(nowhere, 'store.sqlite')} to move.`,
    );
    expect(readdirSync(nowhere)).toEqual([]);
    rmSync(join(place.DATA_DIR, 'lock.sqlite'), { force: true });
    expect(readdirSync(place.DATA_DIR)).toEqual(['key', 'store.sqlite']);
  });

  const customer = async (db: Kysely<Database>) => {
    const address = { country: 'US', postcode: '', address: '', city: '', vat: '' };
    const order = { package_type: 'P', nb_users: 1, nb_cx_bundles: 0, currency: 'USD' } as const;
    const trial = { completed_at: NOON, trial_ends_on: '2025-04-05', trial_time_zone: 'UTC', created_at: NOON };
    const { id } = await db
      .insertInto('customers')
      .values({ company: 'Example Ltd', ...address, ...order, ...trial })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
});
