import { type Keyring, openKeyring } from '../platform/secrets.ts';
import { StoreUnusable } from './errors.ts';
import { storeFiles } from './sqlite/files.ts';
import type { Contents } from './sqlite/inspect.ts';

/**
 * The key of a data folder. A key is created for a new database only; `inspect` rejects any other database without one.
 * Rejects a key other than the one the database was created with.
 */
export function keyOf(dataDir: string, { fingerprint }: Contents): Keyring {
  const keyring = openKeyring(dataDir);
  if (fingerprint === null || fingerprint === keyring.fingerprint) return keyring;
  const { key, database } = storeFiles(dataDir);
  throw new StoreUnusable(
    `The key ${key} is not the one that ${database} was made with; restore the key from the backup of this folder (see docs/backup.md).`,
  );
}
