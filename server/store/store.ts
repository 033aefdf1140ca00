import { join } from 'node:path';
import { Kysely } from 'kysely';
import { makeFolder } from './folder.ts';
import { migrate } from './migrate.ts';
import type { Database, Store } from './schema.ts';
import { sqliteDialect } from './sqlite.ts';

/** Opens the database of a data folder and brings it to this release. Throws when the folder cannot be written. */
export async function openStore(dataDir: string, now: number): Promise<Store> {
  makeFolder(dataDir);
  const db = new Kysely<Database>({ dialect: sqliteDialect(join(dataDir, 'store.sqlite')) });
  await migrate(db, now);
  return db;
}
