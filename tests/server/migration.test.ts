import { Kysely, sql } from 'kysely';
import { describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { migrate, missingMigrations } from '#server/store/migrate.ts';
import type { Database, Store } from '#server/store/schema.ts';
import { SqliteDialect } from '#server/store/sqlite/dialect.ts';
import { Handle } from '#server/store/sqlite/handle.ts';
import { columnNames } from '#server/store/sqlite/inspect.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { emptyFolder, usedFolder, withDatabase } from '#tests/support/dataFolder.ts';
import { sqliteError } from '#tests/support/sqliteError.ts';

/** Undoes the migrations from 0004-standard-names on. */
const before = [
  'alter table events drop column language',
  "delete from migrations where name = '0009-event-language'",
  'drop index invitations_by_email_key',
  'drop index invitations_by_invited_by',
  'drop index tokens_by_discount_id',
  'drop index registrations_by_customer_id',
  "delete from migrations where name = '0008-lookup-indexes'",
  'drop index reservations_by_expires_at',
  'drop index outbox_by_created_at',
  'drop index events_by_created_at',
  'drop index invitations_by_expires_at',
  'drop index registrations_by_sso_identity_id',
  'drop index test_bank_by_expires_at',
  "delete from migrations where name = '0007-expiry-indexes'",
  'drop index outbox_by_topic',
  'alter table idempotency drop column claim',
  "delete from migrations where name = '0006-idempotency-claims'",
  'drop index invitations_by_reminder_hash',
  'alter table invitations drop column reminder_hash',
  "delete from migrations where name = '0005-invitation-reminders'",
  'alter table registrations rename column attempts to tries',
  'alter table registrations rename column card_attempts to card_tries',
  'alter table registrations rename column decoy to shadow',
  'alter table registrations rename to drafts',
  'alter table reservations rename column registration_id to draft_id',
  'alter table bank_attempts rename column registration_id to draft_id',
  'alter table login_challenges rename column attempts to tries',
  'alter table login_challenges rename to login_chains',
  'alter table outbox rename column attempts to tries',
  'alter table outbox rename column next_attempt_at to next_try_at',
  'alter table outbox rename column expires_at to worthless_at',
  "delete from migrations where name = '0004-standard-names'",
];

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
    for (const statement of before) database.exec(statement);
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
  /** What is in a database of this release. */
  async function complete(): Promise<Applied> {
    const folder = await usedFolder();
    return withDatabase(folder, (database) => {
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
    const [before, last] = [migrations.slice(0, -1), migrations.at(-1) ?? ''];
    const earlier = new Set(without(columns, 'events.language'));
    expect(missingMigrations({ migrations: before, columns: earlier })).toEqual([last]);
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
    const last = migrations.at(-1) ?? '';
    expect(reason({ migrations: without(migrations, first), columns })).toBe(
      `its record of the migration ${first} is missing`,
    );
    expect(reason({ migrations: without(migrations, second), columns })).toBe(
      `its record of the migration ${second} is missing`,
    );
    expect(reason({ migrations: without(migrations, last), columns })).toBe(
      `its record of the migration ${last} is missing`,
    );
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
