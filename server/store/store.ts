import type { OpenStore } from './opened.ts';
import type { DatabaseSettings } from './postgres/settings.ts';
import { openSqlite, openSqliteBeside } from './sqlite/open.ts';

/** Where the data is: in PostgreSQL if there are settings for it, otherwise in the data folder. The key is always there. */
export type Place = { dataDir: string; database: DatabaseSettings | null };

/**
 * Opens the database for a server and migrates it to this release. Throws StoreUnusable, with a sentence for the
 * operator, for one that must not be changed; it then changes nothing.
 */
export const openStore = async ({ dataDir, database }: Place, now: number): Promise<OpenStore> =>
  database ? (await postgres()).openPostgres(dataDir, database, now) : openSqlite(dataDir, now);

/** Opens the database for an operator command, beside servers that may be running on it. */
export const openStoreBeside = async ({ dataDir, database }: Place, now: number): Promise<OpenStore> =>
  database ? (await postgres()).openPostgresBeside(dataDir, database) : openSqliteBeside(dataDir, now);

/** Loaded, with its driver, only where there is a PostgreSQL. */
const postgres = () => import('./postgres/open.ts');
