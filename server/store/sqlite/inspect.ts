import { existsSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { StoreIncomplete, StoreUnusable } from '../errors.ts';
import { storeFiles } from './files.ts';
import { generationInFile, generationOf, pairing } from './generation.ts';
import { isDamage, reasonOf } from './sqliteErrors.ts';
import { canHoldChanges, missingPages } from './walFile.ts';

/**
 * Files up to this size are checked for damage at each start, which takes about a second; larger ones as they are read.
 */
const CHECKED_BYTES = 256 * 1024 * 1024;
const HINT = 'see docs/backup.md';

/** All columns of a database, as `table.column`. */
export const columnNames = `select tables.name || '.' || columns.name as name
  from sqlite_schema as tables join pragma_table_info(tables.name) as columns
  where tables.type = 'table' and tables.name not like 'sqlite!_%' escape '!'`;

/** The contents of a data folder. */
export type Contents = {
  /** Nothing has been stored yet: there is no database, or one without tables. */
  isNew: boolean;
  /** Names of the applied migrations. */
  migrations: readonly string[];
  /** Its columns, as `table.column`. */
  columns: ReadonlySet<string>;
  /** Fingerprint of the key that the database was created with; null if none was recorded. */
  fingerprint: string | null;
  /** Whether deleted data may remain, from a release that did not overwrite it. */
  hasRemains: boolean;
};

/**
 * Reads a data folder and rejects one that must not be written to; read-only. While a server is running on it, its
 * files change, so only their contents are read.
 */
export function inspect(dataDir: string, { isRunning = false } = {}): Contents {
  const { database, wal, key, moved, restoring } = storeFiles(dataDir);
  if (existsSync(restoring)) {
    throw new StoreUnusable(`A backup was not completely restored into ${dataDir}; restore it again (${HINT}).`);
  }
  const size = sizeOf(database);
  const hasChanges = sizeOf(wal) > 0;
  if (size === 0) {
    if (!hasChanges) return nothingIn(key, moved);
    throw new StoreUnusable(
      `The database ${database} is missing beside its write-ahead file ${basename(wal)}; put both back, or restore a backup (${HINT}).`,
    );
  }
  const contents = inspectDatabase(dataDir, size, isRunning);
  if (contents.isNew || sizeOf(key) > 0) return contents;
  throw new StoreUnusable(
    `The server's key ${key} is ${existsSync(key) ? 'empty' : 'missing'} beside an existing database; restore it from the backup of this folder (${HINT}).`,
  );
}

/** The size of a file in bytes; 0 for a missing one. */
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** A folder without a database is new, unless it has a key: a key is only created for an existing database. */
function nothingIn(key: string, moved: string): Contents {
  if (sizeOf(key) === 0) {
    return { isNew: true, migrations: [], columns: new Set(), fingerprint: null, hasRemains: false };
  }
  if (existsSync(moved)) {
    throw new StoreUnusable(
      `The data of ${dirname(key)} was moved to PostgreSQL; set DATABASE_URL (see docs/postgresql.md).`,
    );
  }
  throw new StoreUnusable(
    `The key ${key} belongs to a database that is missing or empty; restore both from a backup, or remove the key to start afresh (${HINT}).`,
  );
}

function inspectDatabase(dataDir: string, size: number, isRunning: boolean): Contents {
  const { database, wal, shm } = storeFiles(dataDir);
  try {
    const inFile = generationInFile(database);
    const hasWal = existsSync(wal) && canHoldChanges(wal);
    // Before SQLite opens the files, since it brings the index up to date.
    if (hasWal && !isRunning) checkPages(wal, shm);
    const reader = hasWal || isRunning ? openBeside(database) : openAlone(database);
    try {
      if (!isRunning) {
        checkPairing(database, pairing(inFile, generationOf(reader), hasWal));
        if (size <= CHECKED_BYTES) checkDatabase(reader, database);
      }
      const contents = read(reader, database);
      return { ...contents, hasRemains: inFile === 0 };
    } finally {
      reader.close();
    }
  } catch (error) {
    if (isDamage(error)) throw damaged(database);
    const reason = reasonOf(error, dataDir);
    if (reason !== null) throw new StoreUnusable(`The database ${database} cannot be used: ${reason}.`);
    throw error;
  }
}

const openBeside = (path: string) => new DatabaseSync(path, { readOnly: true, timeout: 2000 });

/** Opens a database file without write-ahead file as it is, to be read: SQLite would otherwise leave an empty one beside it. */
function openAlone(path: string): DatabaseSync {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  return new DatabaseSync(url);
}

const damaged = (database: string) =>
  new StoreUnusable(`The database ${database} is damaged; restore a backup (${HINT}).`);

function checkPairing(database: string, pair: ReturnType<typeof pairing>): void {
  if (pair === 'incomplete') {
    throw new StoreIncomplete(
      `The database ${database} is incomplete: it was copied from a running server, or its write-ahead file was removed or emptied; restore a backup (${HINT}).`,
    );
  }
  if (pair === 'foreign') {
    throw new StoreUnusable(
      `The write-ahead file ${basename(database)}-wal is not that of the database ${database} beside it; put back the two that belong together, or restore a backup (${HINT}).`,
    );
  }
}

function checkPages(wal: string, index: string): void {
  const missing = missingPages(wal, index);
  if (missing === null) return;
  throw new StoreUnusable(
    `The write-ahead file ${wal} was cut off or damaged: ${missing.present} of its ${missing.counted} pages are there; put back the whole file, or restore a backup (${HINT}).`,
  );
}

function checkDatabase(reader: DatabaseSync, database: string): void {
  const found = reader.prepare('pragma quick_check(1)').get();
  if (found?.['quick_check'] !== 'ok') throw damaged(database);
}

function read(reader: DatabaseSync, database: string): Omit<Contents, 'hasRemains'> {
  const columns = new Set(names(reader, columnNames));
  const has = (table: string) => columns.has(`${table}.name`);
  if (columns.size === 0) {
    // Only a database that a server has used has a generation number.
    if (generationOf(reader) !== 0) throw damaged(database);
    return { isNew: true, migrations: [], columns, fingerprint: null };
  }
  if (!has('migrations')) {
    if (has('facts') || columns.has('users.email_key')) throw damaged(database);
    throw new StoreUnusable(`The file ${database} is the database of another program; set DATA_DIR to another folder.`);
  }
  const migrations = names(reader, 'select name from migrations order by name');
  const isStarted = [...columns].every((column) => column.startsWith('migrations.'));
  if (migrations.length === 0 && !isStarted) throw damaged(database);
  const [fingerprint = null] = has('facts') ? names(reader, "select value as name from facts where name = 'key'") : [];
  return { isNew: migrations.length === 0, migrations, columns, fingerprint };
}

const names = (reader: DatabaseSync, query: string): string[] =>
  reader
    .prepare(query)
    .all()
    .map(({ name }) => String(name));
