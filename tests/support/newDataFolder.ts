import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { importCoverages } from '#server/data/importCoverages.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { emptyFolder } from './dataFolder.ts';

/** A new data folder as after a first start: importing the areas takes time, so it is done once a run and copied. Deleted after the test. */
export async function newDataFolder(): Promise<string> {
  const folder = emptyFolder();
  cpSync(await preparedFolder(), folder, { recursive: true });
  return folder;
}

/** Prepares the folder if no other worker has done so: it appears as a whole, under its final name. */
async function preparedFolder(): Promise<string> {
  const place = inject('sharedFolder');
  const prepared = join(place, 'data');
  if (existsSync(prepared)) return prepared;
  const unfinished = mkdtempSync(join(place, 'unfinished-'));
  const { db } = await openSqlite(unfinished, 0);
  await importCoverages(db);
  await db.destroy();
  try {
    renameSync(unfinished, prepared);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    if (!existsSync(prepared)) throw error;
  }
  return prepared;
}
