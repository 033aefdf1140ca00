import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { openStore } from '#server/store/store.ts';

/** An empty folder; goes with the test. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'data-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A data folder as a server leaves it that was stopped: migrated, with a key. */
export async function usedFolder(): Promise<string> {
  const folder = emptyFolder();
  const { db } = await openStore(folder, 0);
  await db.destroy();
  return folder;
}

/** Another folder with the same files, as a killed server would leave them. */
export function copyOf(folder: string, ...only: string[]): string {
  const copy = emptyFolder();
  const names = only.length > 0 ? only : readdirSync(folder);
  for (const name of names) cpSync(join(folder, name), join(copy, name), { recursive: true });
  return copy;
}

/** Names, permissions and content of all files of a folder. */
export const stateOf = (folder: string) =>
  readdirSync(folder)
    .sort()
    .map((name) => {
      const path = join(folder, name);
      const { mode, uid } = statSync(path);
      const content = statSync(path).isFile() ? readFileSync(path) : '';
      return [name, (mode & 0o777).toString(8), uid, createHash('sha256').update(content).digest('hex')].join(' ');
    });

/** Works on the database of a folder as another program would, and closes it. */
export function withDatabase<Result>(folder: string, work: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(join(folder, 'store.sqlite'));
  try {
    return work(database);
  } finally {
    database.close();
  }
}
