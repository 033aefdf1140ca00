import { Kysely, sql } from 'kysely';
import { describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { migrate, missingMigrations } from '#server/store/migrate.ts';
import type { Database, Store } from '#server/store/schema.ts';
import { SqliteDialect } from '#server/store/sqlite/dialect.ts';
import { Handle } from '#server/store/sqlite/handle.ts';
import { columnNames } from '#server/store/sqlite/inspect.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { emptyFolder, usedFolder, withDatabase } from '#tests/support/dataFolder.ts';
import { statementsToUndo, undoing } from '#tests/support/migrations.ts';
import { sqliteError } from '#tests/support/sqliteError.ts';

test('a database with the former table names is migrated at the start and keeps its rows', async () => {
  const folder = emptyFolder();
  const { db } = await openSqlite(folder, 0);
  await db
    .insertInto('outbox')
    .values({
      kind: 'reset',
      recipient: 'ann@example.com',
      language: 'en',
      message_id: 'm1',
      status: 'queued',
      attempts: 3,
      next_attempt_at: 5,
      expires_at: 9,
      created_at: 1,
    })
    .execute();
  await db.destroy();
  withDatabase(folder, (database) => {
    for (const statement of statementsToUndo('0004-standard-names')) database.exec(statement);
  });

  const { db: renamed } = await openSqlite(folder, 1);
  expect(await renamed.selectFrom('outbox').select(['attempts', 'next_attempt_at', 'expires_at']).execute()).toEqual([
    { attempts: 3, next_attempt_at: 5, expires_at: 9 },
  ]);
  expect(await renamed.selectFrom('registrations').select('id').execute()).toEqual([]);
  expect(await renamed.selectFrom('login_challenges').selectAll().execute()).toEqual([]);
  expect(await renamed.selectFrom('invitations').select('reminder_hash').execute()).toEqual([]);
  await renamed.destroy();
});

describe('the migrations that a database lacks', () => {
  type Applied = Parameters<typeof missingMigrations>[0];
  /** What is in a database of this release, or of an older one. */
  async function complete(undo: readonly string[] = []): Promise<Applied> {
    const folder = await usedFolder();
    return withDatabase(folder, (database) => {
      for (const statement of undo) database.exec(statement);
      const namesOf = (query: string) =>
        database
          .prepare(query)
          .all()
          .map(({ name }) => String(name));
      const columns = new Set(namesOf(columnNames));
      return { migrations: namesOf('select name from migrations order by name'), columns };
    });
  }
  const without = <Item>(items: Iterable<Item>, ...left: Item[]) => [...items].filter((item) => !left.includes(item));

  it('are none after a start, and all of an empty one', async () => {
    const { migrations, columns } = await complete();
    expect(missingMigrations({ migrations, columns })).toEqual([]);
    expect(missingMigrations({ migrations: [], columns: new Set() })).toEqual(migrations);
    expect(missingMigrations(await complete(statementsToUndo()))).toEqual(migrations.slice(-1));
  });

  it('are each listed in `tests/support/migrations.ts` with what undoes it', async () => {
    const { migrations } = await complete();
    expect(Object.keys(undoing).reverse()).toEqual(migrations.slice(3));
  });

  it('cannot be told where the database is of a newer release', async () => {
    const { migrations, columns } = await complete();
    const newer = () => missingMigrations({ migrations: [...migrations, '9999-future'], columns });
    expect(newer).toThrow(
      'The database was changed by a newer release (migration 9999-future); start that release, or restore a backup from before (see docs/backup.md).',
    );
  });

  it('cannot be told where a record or a column is lost', async () => {
    const { migrations, columns } = await complete();
    const reason = (applied: Applied) => {
      try {
        return missingMigrations(applied);
      } catch (error) {
        return /^The database is damaged: (.*); restore a backup \(see docs\/backup\.md\)\.$/.exec(
          String((error as Error).message),
        )?.[1];
      }
    };
    const [first = '', second = ''] = migrations;
    const earlier = migrations.slice(0, migrations.indexOf('0009-event-language'));
    expect(reason({ migrations: without(migrations, first), columns })).toBe(
      `its record of the migration ${first} is missing`,
    );
    expect(reason({ migrations: without(migrations, second), columns })).toBe(
      `its record of the migration ${second} is missing`,
    );
    expect(reason({ migrations: earlier, columns })).toBe('its record of the migration 0009-event-language is missing');
    expect(reason({ migrations: [], columns })).toBe(`its record of the migration ${first} is missing`);
    expect(reason({ migrations, columns: new Set(without(columns, 'users.email')) })).toBe(
      'its column users.email is missing',
    );
    // Columns that nothing of ours has made are no concern.
    expect(reason({ migrations, columns: new Set([...columns, 'songs.title']) })).toEqual([]);
  });
});

describe('a migration', () => {
  const empty = () => {
    const db = new Kysely<Database>({ dialect: new SqliteDialect(':memory:') });
    onTestFinished(() => db.destroy());
    return db;
  };
  const applied = async (db: Store) => (await sql<{ name: string }>`select name from migrations`.execute(db)).rows;

  it('that cannot be applied is named, and leaves those before it', async () => {
    const db = empty();
    await sql`create table events (at text)`.execute(db);
    await expect(migrate(db, 0)).rejects.toThrow(
      /^The database is damaged: the migration 0002-events cannot be applied: .*events.* already exists; restore a backup/,
    );
    expect(await applied(db)).toEqual([{ name: '0001-start' }]);
  });

  it('that a full disk stops is not taken for damage', async () => {
    const db = empty();
    const { run } = Handle.prototype;
    const spy = vi.spyOn(Handle.prototype, 'run').mockImplementation(function (this: Handle, query) {
      if (/^create table "events"/.test(query.sql)) throw sqliteError(13);
      return run.call(this, query) as never;
    });
    onTestFinished(() => spy.mockRestore());
    await expect(migrate(db, 0)).rejects.toMatchObject({ reason: 'the disk is full' });
    spy.mockRestore();
    await migrate(db, 0);
    expect((await applied(db)).length).toBeGreaterThan(1);
  });
});
