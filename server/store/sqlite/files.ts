import { join } from 'node:path';

/** The files of a data folder. */
export const storeFiles = (dataDir: string) => {
  const database = join(dataDir, 'store.sqlite');
  return {
    database,
    /** Changes that are not in the database file yet. */
    wal: `${database}-wal`,
    /** SQLite's index of `wal`, rebuilt if missing. */
    shm: `${database}-shm`,
    /** The database after its move to PostgreSQL. */
    moved: `${database}.moved`,
    key: join(dataDir, 'key'),
    lock: join(dataDir, 'lock.sqlite'),
    /** Exists while a backup is being restored. */
    restoring: join(dataDir, 'restoring'),
  };
};
