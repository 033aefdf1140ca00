import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importCoverages } from '#server/data/importCoverages.ts';
import { readConfig } from '#server/platform/config.ts';
import { openKeyring } from '#server/platform/secrets.ts';
import { openStore } from '#server/store/store.ts';
import { findPostgres } from '../../tools/postgres.ts';
import { Cluster } from '../../tools/postgresCluster.ts';
import { atEndOfFile } from './endOfFile.ts';

/** The folder of this machine's PostgreSQL; null if it has none, then the tests of it are skipped. */
export const binaries = findPostgres();

/** Nothing of a test's data has to survive a power cut; what is committed survives the end of the cluster. */
const fast = ['fsync=off', 'full_page_writes=off', 'autovacuum=off', 'max_connections=120'];

let shared: Promise<Cluster> | undefined;
let prepared: Promise<string> | undefined;

/** The cluster of this test file; stops after its tests. */
export function cluster(): Promise<Cluster> {
  if (!shared) {
    shared = Cluster.start(fast);
    atEndOfFile(removeCluster);
  }
  return shared;
}

/** A database as after a first start, for a data folder whose key it then accepts; returns its DATABASE_URL. */
export async function preparedDatabase(dataDir: string): Promise<string> {
  const running = await cluster();
  prepared ??= prepare(running);
  const url = await running.database(await prepared);
  const { fingerprint } = openKeyring(dataDir);
  await running.run(`insert into facts values ('key', '${fingerprint}')`, new URL(url).pathname.slice(1));
  return url;
}

async function prepare(running: Cluster): Promise<string> {
  const url = await running.database();
  const folder = mkdtempSync(join(tmpdir(), 'prepared-'));
  const { db } = await openStore(readConfig({ DATABASE_URL: url, DATA_DIR: folder }), 0);
  await importCoverages(db);
  await db.deleteFrom('facts').where('name', '=', 'key').execute();
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
  return new URL(url).pathname.slice(1);
}

async function removeCluster(): Promise<void> {
  const running = await shared;
  shared = undefined;
  prepared = undefined;
  await running?.remove();
}
