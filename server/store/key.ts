import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Keyring, openKeyring } from '../platform/secrets.ts';
import { StoreUnusable } from './errors.ts';
import { syncToDisk } from './folder.ts';
import { storeFiles } from './sqlite/files.ts';
import type { Contents } from './sqlite/inspect.ts';

/** The key that is going to replace the present one, until the database belongs to it. */
const NEXT_KEY = 'key.next';

/** Makes the key that is going to replace the present one. */
export function makeNextKey(dataDir: string): Keyring {
  rmSync(join(dataDir, NEXT_KEY), { force: true });
  const next = openKeyring(dataDir, NEXT_KEY);
  syncToDisk(dataDir);
  return next;
}

/**
 * Puts the next key in the place of the present one, if the database with this fingerprint belongs to it. Every opening
 * does so, because a rotation may have been cut off between its two files.
 */
export function takeNextKey(dataDir: string, fingerprint: string | null): void {
  const next = join(dataDir, NEXT_KEY);
  if (!existsSync(next) || openKeyring(dataDir, NEXT_KEY).fingerprint !== fingerprint) return;
  renameSync(next, storeFiles(dataDir).key);
  syncToDisk(dataDir);
}

/**
 * The key of a data folder. A key is created for a new database only; `inspect` rejects any other database without one.
 * Rejects a key other than the one the database was created with.
 */
export function keyOf(dataDir: string, { fingerprint }: Contents): Keyring {
  takeNextKey(dataDir, fingerprint);
  const keyring = openKeyring(dataDir);
  if (fingerprint === null || fingerprint === keyring.fingerprint) return keyring;
  const { key, database } = storeFiles(dataDir);
  throw new StoreUnusable(
    `The key ${key} is not the one that ${database} was made with; restore the key from the backup of this folder (see docs/backup.md).`,
  );
}
