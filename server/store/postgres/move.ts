import { existsSync, renameSync } from 'node:fs';
import { type Generated, sql } from 'kysely';
import { StoreUnusable } from '../errors.ts';
import { migrate } from '../migrate.ts';
import type { Database, Store, Tx } from '../schema.ts';
import { storeFiles } from '../sqlite/files.ts';
import { inspect } from '../sqlite/inspect.ts';
import { openSqlite } from '../sqlite/open.ts';
import { withLock } from './lock.ts';
import { contentsOf } from './open.ts';
import { type DatabaseSettings, databaseName } from './settings.ts';

type Table = keyof Database;

/** Every table, a table after those that it refers to; and whether its rows are numbered. */
const tables: { [T in Table]: Database[T] extends { id: Generated<number> } ? true : false } = {
  customers: true,
  users: true,
  sso_identities: true,
  sessions: true,
  devices: true,
  login_challenges: true,
  discounts: true,
  tokens: true,
  invitations: true,
  registrations: true,
  reservations: false,
  bank_attempts: true,
  test_bank: false,
  outbox: true,
  inbox: true,
  idempotency: false,
  throttles: false,
  sso_flows: true,
  coverages: false,
  events: true,
  facts: false,
};

/** At fifty columns and less this stays below the parameter limit of PostgreSQL. */
const ROWS_AT_ONCE = 500;

/** What was moved, and where the old database file is. */
type Moved = { rows: number; aside: string };

/**
 * Moves the database of a data folder into an empty PostgreSQL database, in one transaction, while no server runs. The
 * key stays in the folder; the old database is renamed, so that no server starts on it by mistake.
 */
export async function moveToPostgres(dataDir: string, database: DatabaseSettings, now: number): Promise<Moved> {
  const { database: file, moved } = storeFiles(dataDir);
  if (!existsSync(file)) {
    inspect(dataDir);
    throw new StoreUnusable(`There is no database ${file} to move.`);
  }
  const source = await openSqlite(dataDir, now);
  const rows = await withLock(database, async (target) => {
    const { columns } = await contentsOf(target);
    if (columns.size > 0) {
      throw new StoreUnusable(`The database ${databaseName(database)} is not empty; create an empty one.`);
    }
    return target.transaction().execute(async (tx) => {
      await migrate(tx, now);
      return copyAll(source.db, tx);
    });
  }).finally(() => source.db.destroy());
  renameSync(file, moved);
  return { rows, aside: moved };
}

async function copyAll(source: Store, tx: Tx): Promise<number> {
  let rows = 0;
  for (const [table, isNumbered] of Object.entries(tables) as [Table, boolean][]) {
    rows += await copyTable(source, tx, table);
    if (isNumbered) await continueNumbers(tx, table);
  }
  return rows;
}

async function copyTable(source: Store, tx: Tx, table: Table): Promise<number> {
  let copied = 0;
  for (let last = 0; ; ) {
    const { rows } = await sql<Record<string, unknown> & { last_row: number }>`
      select rowid as last_row, * from ${sql.table(table)} where rowid > ${last}
      order by rowid limit ${ROWS_AT_ONCE}`.execute(source);
    if (rows.length === 0) return copied;
    last = rows.at(-1)?.last_row ?? last;
    const values = rows.map(({ last_row, ...row }) => row);
    await tx
      .insertInto(table)
      .values(values as never)
      .execute();
    copied += rows.length;
  }
}

/** The next row gets the number after the last one. */
const continueNumbers = (tx: Tx, table: Table) =>
  sql`select setval(pg_get_serial_sequence(${table}, 'id'), coalesce(max(id), 0) + 1, false)
    from ${sql.table(table)}`.execute(tx);
