import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type Dialect, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';

/** Milliseconds that a statement waits while another process (the operator's command) writes. */
const BUSY_TIMEOUT_MS = 5000;
/** Statements kept ready; their texts are few, long lists of values apart. */
const STATEMENTS_KEPT = 300;

/** SQLite as Node has it built in, as the dialect wants it; in one file, safe against a killed process. */
export function sqliteDialect(path: string): Dialect {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;');
  return new SqliteDialect({ database: adapter(database) });
}

function adapter(database: DatabaseSync): SqliteDatabase {
  const ready = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare(sql) {
      const known = ready.get(sql);
      if (known) return known;
      // A transaction that reads first and writes later must hold the write lock from its start:
      // SQLite refuses to upgrade it when another process has written meanwhile.
      const made = statement(database.prepare(sql === 'begin' ? 'begin immediate' : sql));
      if (ready.size >= STATEMENTS_KEPT) ready.clear();
      // Statements that change tables are run once; others are worth keeping.
      if (!/^(create|alter|drop)/i.test(sql)) ready.set(sql, made);
      return made;
    },
  };
}

const statement = (prepared: StatementSync): SqliteStatement => ({
  reader: prepared.columns().length > 0,
  all: (values) => prepared.all(...(values as SQLInputValue[])),
  run: (values) => prepared.run(...(values as SQLInputValue[])),
  iterate: (values) => prepared.iterate(...(values as SQLInputValue[])),
});
