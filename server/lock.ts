import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './store/folder.ts';

/** Another server holds the data folder. */
export class FolderTaken extends Error {
  readonly pid: number;
  constructor(dataDir: string, pid: number) {
    super(`The data folder ${dataDir} is in use by another server (process ${pid}); stop it, or set DATA_DIR.`);
    this.pid = pid;
  }
}

/**
 * Takes a data folder for this process: one database file has one server. The file `server.lock` holds
 * the process id and when that process started; one that was left behind by a killed process is taken
 * over. Answers what gives the folder back.
 */
export function lockFolder(dataDir: string): () => void {
  makeFolder(dataDir);
  const path = join(dataDir, 'server.lock');
  const own = `${process.pid}\n${startOf(process.pid) ?? ''}\n`;
  const draft = join(dataDir, `server.lock.${process.pid}`);
  writeFileSync(draft, own);
  try {
    // A link appears whole or not at all, and only where nothing stands.
    while (!link(draft, path)) {
      const left = read(path);
      if (left === null) continue;
      const [pid = 0, start] = left.split('\n');
      if (isRunning(Number(pid), start)) throw new FolderTaken(dataDir, Number(pid));
      takeAway(path, left, `${draft}.old`);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (read(path) === own) rmSync(path, { force: true });
  };
}

/** Removes a lock that was left behind; one that somebody has put there meanwhile goes back. */
function takeAway(path: string, left: string, aside: string): void {
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (read(aside) !== left) link(aside, path);
  rmSync(aside, { force: true });
}

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** Whether the very process that wrote the lock runs: ids are given again, start times are not. */
function isRunning(pid: number, start: string | undefined): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const known = startOf(pid);
  return known === null || !start || known === start;
}

/** When a process started, in the system's own count (Linux); null where that cannot be read. */
function startOf(pid: number): string | null {
  const stat = read(`/proc/${pid}/stat`);
  // The name in brackets may hold spaces; the start time is the 20th value after it.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}
