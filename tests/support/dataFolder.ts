import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs, {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished, vi } from 'vitest';
import { openSqlite } from '#server/store/sqlite/open.ts';

/** An empty folder; deleted after the test. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'data-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A separate full disk with a copy of `from`; needs root. Deleting its file `filling` frees space. */
export function fullDisk(from?: string): string {
  const folder = emptyFolder();
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m,mode=700', 'tmpfs', folder]);
  if (mounted.status !== 0) throw new Error(`No disk could be mounted: ${mounted.stderr}`);
  onTestFinished(() => void spawnSync('umount', ['--lazy', folder]));
  if (from) cpSync(from, folder, { recursive: true });
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(join(folder, 'filling'), Buffer.alloc(bavail * bsize));
  return folder;
}

/**
 * From now on the system denies access to a path, as it does for any user except root, until the returned function is
 * called.
 */
export function refuseAccess(path: string, refused: number): () => void {
  const { accessSync } = fs;
  const spy = vi.spyOn(fs, 'accessSync').mockImplementation((asked, mode = fs.constants.F_OK) => {
    if (asked === path && (mode & refused) !== 0) throw Object.assign(new Error('no access'), { code: 'EACCES' });
    accessSync(asked, mode);
  });
  const allow = () => {
    spy.mockRestore();
    syncBuiltinESMExports();
  };
  syncBuiltinESMExports();
  onTestFinished(allow);
  return allow;
}

/** The data folder of a stopped server: migrated, with a key. */
export async function usedFolder(): Promise<string> {
  const folder = emptyFolder();
  const { db } = await openSqlite(folder, 0);
  await db.destroy();
  return folder;
}

/** Another folder with the same files, as after a killed server. */
export function copyOf(folder: string, ...only: string[]): string {
  const copy = emptyFolder();
  const names = only.length > 0 ? only : readdirSync(folder);
  for (const name of names) cpSync(join(folder, name), join(copy, name), { recursive: true });
  return copy;
}

/** How many files of a folder this process holds open; Linux only. */
export const openFiles = (folder: string): number =>
  readdirSync('/proc/self/fd').filter((file) => linkOf(`/proc/self/fd/${file}`).startsWith(folder)).length;

/** Where a link leads; the one of a file that was closed meanwhile leads nowhere. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

/** Names, permissions and contents of all files of a folder. */
export const stateOf = (folder: string) =>
  readdirSync(folder)
    .sort()
    .map((name) => {
      const path = join(folder, name);
      const { mode, uid } = statSync(path);
      const content = statSync(path).isFile() ? readFileSync(path) : '';
      return [name, (mode & 0o777).toString(8), uid, createHash('sha256').update(content).digest('hex')].join(' ');
    });

/** Opens a folder's database as another program would, runs work on it, and closes it. */
export function withDatabase<Result>(folder: string, work: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(join(folder, 'store.sqlite'));
  try {
    return work(database);
  } finally {
    database.close();
  }
}
