import { statSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { type Keyring, openKeyring } from '../../platform/secrets.ts';
import { StoreUnusable } from '../errors.ts';
import { makeFolder, makeFolderPrivate } from '../folder.ts';
import { takeNextKey } from '../key.ts';
import { migrate, missingMigrations } from '../migrate.ts';
import type { OpenStore } from '../opened.ts';
import type { Database } from '../schema.ts';
import { storeFiles } from '../sqlite/files.ts';
import { openPool } from './connection.ts';
import { connectBy } from './dialect.ts';
import { withLock } from './lock.ts';
import { type DatabaseSettings, databaseName } from './settings.ts';

/** Opens the database for one of the servers that share it, and migrates it to this release; see `../store.ts`. */
export function openPostgres(dataDir: string, database: DatabaseSettings, now: number): Promise<OpenStore> {
  return open(dataDir, database, async (lockedDb) => {
    missingMigrations(await contentsOf(lockedDb));
    await migrate(lockedDb, now);
  });
}

/** Opens the database for an operator command. It does not migrate, because servers may be running. */
export function openPostgresBeside(dataDir: string, database: DatabaseSettings): Promise<OpenStore> {
  return open(dataDir, database, async (lockedDb) => {
    const contents = await contentsOf(lockedDb);
    if (missingMigrations(contents).length === 0) return;
    const isEmpty = contents.migrations.length === 0;
    throw new StoreUnusable(
      `The database ${databaseName(database)} ${isEmpty ? 'is empty' : 'was last used by an older release'}; start a server of this release first.`,
    );
  });
}

async function open(
  dataDir: string,
  database: DatabaseSettings,
  prepareSchema: (lockedDb: Kysely<Database>) => Promise<void>,
): Promise<OpenStore> {
  makeFolder(dataDir);
  makeFolderPrivate(dataDir);
  const keyring = await withLock(database, async (lockedDb) => {
    await prepareSchema(lockedDb);
    return keyOf(lockedDb, dataDir, database);
  });
  const pool = openPool(database);
  return {
    db: connectBy(pool),
    keyring,
    poolUsage: pool.usage,
    whyWaiting: () => null,
    isShared: true,
    exclusively: (work) => withLock(database, work),
  };
}

/** SQL_ASCII stores what it is sent. */
const encodings: ReadonlySet<string> = new Set(['UTF8', 'SQL_ASCII']);

/** The applied migrations and the columns, as `table.column`. Rejects a database that cannot hold every text. */
export async function contentsOf(db: Kysely<Database>) {
  const { rows: settings } = await sql<{ name: string; encoding: string }>`
    select current_database() as name, current_setting('server_encoding') as encoding`.execute(db);
  for (const { name, encoding } of settings) {
    if (encodings.has(encoding)) continue;
    throw new StoreUnusable(`The database ${name} has the encoding ${encoding}; create one with the encoding UTF8.`);
  }
  const { rows: columns } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = current_schema()`.execute(db);
  const names = new Set(columns.map(({ name }) => name));
  const { rows: applied } = names.has('migrations.name')
    ? await sql<{ name: string }>`select name from migrations order by name`.execute(db)
    : { rows: [] };
  return { columns: names, migrations: applied.map(({ name }) => name) };
}

/**
 * The key of a database is kept in the data folder of each of its servers, outside the database. The first server makes
 * it; the others need a copy, and are rejected without one or with another key.
 */
async function keyOf(db: Kysely<Database>, dataDir: string, database: DatabaseSettings): Promise<Keyring> {
  const { key: path } = storeFiles(dataDir);
  const recorded = await db.selectFrom('facts').select('value').where('name', '=', 'key').executeTakeFirst();
  takeNextKey(dataDir, recorded?.value ?? null);
  if (recorded && !statSync(path, { throwIfNoEntry: false })?.size) {
    throw new StoreUnusable(
      `The key ${path} of the database ${databaseName(database)} is missing; copy it from another of its servers or from a backup (see docs/postgresql.md).`,
    );
  }
  const keyring = openKeyring(dataDir);
  if (recorded && recorded.value !== keyring.fingerprint) {
    throw new StoreUnusable(
      `The key ${path} is not the one that the database ${databaseName(database)} was made with; copy the original key to this path (see docs/postgresql.md).`,
    );
  }
  if (!recorded) await db.insertInto('facts').values({ name: 'key', value: keyring.fingerprint }).execute();
  return keyring;
}
