import { Kysely, sql } from 'kysely';
import { StoreUnavailable, StoreUnusable } from './errors.ts';
import * as start from './migrations/0001-start.ts';
import * as events from './migrations/0002-events.ts';
import * as resumedDrafts from './migrations/0003-resumed-drafts.ts';
import * as standardNames from './migrations/0004-standard-names.ts';
import * as invitationReminders from './migrations/0005-invitation-reminders.ts';
import * as idempotencyClaims from './migrations/0006-idempotency-claims.ts';
import * as expiryIndexes from './migrations/0007-expiry-indexes.ts';
import * as lookupIndexes from './migrations/0008-lookup-indexes.ts';
import * as eventLanguage from './migrations/0009-event-language.ts';
import type { Database, Store, Tx } from './schema.ts';
import { SqliteDialect } from './sqlite/dialect.ts';
import { type Contents, columnNames } from './sqlite/inspect.ts';

/** In execution order; released names never change. */
const migrations: readonly { name: string; up: (db: Kysely<Database>) => Promise<void> }[] = [
  { name: '0001-start', up: start.up },
  { name: '0002-events', up: events.up },
  { name: '0003-resumed-drafts', up: resumedDrafts.up },
  { name: '0004-standard-names', up: standardNames.up },
  { name: '0005-invitation-reminders', up: invitationReminders.up },
  { name: '0006-idempotency-claims', up: idempotencyClaims.up },
  { name: '0007-expiry-indexes', up: expiryIndexes.up },
  { name: '0008-lookup-indexes', up: lookupIndexes.up },
  { name: '0009-event-language', up: eventLanguage.up },
];

/** The columns after each migration, determined in an in-memory database. */
const columnsAfter = await migrateInMemory();

async function migrateInMemory(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const db = new Kysely<Database>({ dialect: new SqliteDialect(':memory:') });
  const after = new Map<string, ReadonlySet<string>>();
  for (const { name, up } of migrations) {
    await up(db);
    const { rows } = await sql.raw<{ name: string }>(columnNames).execute(db);
    after.set(name, new Set(rows.map((row) => row.name)));
  }
  await db.destroy();
  return after;
}

/**
 * The migrations that a database lacks; rejects one with unknown (newer) migrations, with a gap, or without the tables
 * and columns that its applied migrations created.
 */
export function missingMigrations({
  migrations: applied,
  columns,
}: Pick<Contents, 'migrations' | 'columns'>): string[] {
  const known = migrations.map(({ name }) => name);
  const unknown = applied.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new StoreUnusable(
      `The database was changed by a newer release (migration ${unknown}); start that release, or restore a backup from before (see docs/backup.md).`,
    );
  }
  const missing = known.filter((name) => !applied.includes(name));
  const gap = missing.find((name) => applied.some((later) => later > name));
  if (gap !== undefined) throw damaged(`its record of the migration ${gap} is missing`);
  checkColumns(columns, columnsAfter.get(applied.at(-1) ?? '') ?? new Set(), missing);
  return missing;
}

/** A column that only a later migration creates means that the record of that migration was lost. */
function checkColumns(found: ReadonlySet<string>, expected: ReadonlySet<string>, missing: readonly string[]): void {
  const lost = [...expected].find((column) => !found.has(column));
  if (lost !== undefined) throw damaged(`its column ${lost} is missing`);
  const isEarly = (column: string) => found.has(column) && !expected.has(column);
  const unrecorded = missing.find((name) => [...(columnsAfter.get(name) ?? [])].some(isEarly));
  if (unrecorded !== undefined) throw damaged(`its record of the migration ${unrecorded} is missing`);
}

/**
 * Migrates the database to this release: each migration in its own transaction, so a failed one leaves no trace, or all
 * within the one that is given.
 */
export async function migrate(db: Store | Tx, now: number): Promise<void> {
  await sql`create table if not exists migrations (name text primary key, applied_at bigint not null)`.execute(db);
  for (const { name, up } of migrations) {
    const apply = async (tx: Tx): Promise<void> => {
      const { rows } = await sql`select name from migrations where name = ${name}`.execute(tx);
      if (rows.length > 0) return;
      await up(tx).catch((error) => {
        if (error instanceof StoreUnavailable) throw error;
        throw damaged(`the migration ${name} cannot be applied: ${(error as Error).message}`);
      });
      await sql`insert into migrations (name, applied_at) values (${name}, ${now})`.execute(tx);
    };
    await (db.isTransaction ? apply(db as Tx) : db.transaction().execute(apply));
  }
}

const damaged = (reason: string) =>
  new StoreUnusable(`The database is damaged: ${reason}; restore a backup (see docs/backup.md).`);
