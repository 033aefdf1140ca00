import { DatabaseSync } from 'node:sqlite';
import { vi } from 'vitest';

/** Something that happens before each statement that SQLite prepares, on any connection, until the answer is called. */
export function beforeStatements(act: (sql: string) => void): () => void {
  const { prepare } = DatabaseSync.prototype;
  const spy = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, sql) {
    act(sql);
    return prepare.call(this, sql);
  });
  return () => spy.mockRestore();
}

/** Collects the text of every statement that SQLite prepares from now on. */
export function recordStatements(): { texts: Set<string>; stop: () => void } {
  const texts = new Set<string>();
  return { texts, stop: beforeStatements((sql) => void texts.add(sql)) };
}

/** The tables that a statement reads from the first row to the last. */
export function scannedTables(database: DatabaseSync, sql: string): string[] {
  const steps = database.prepare(`explain query plan ${sql}`).all() as { detail: string }[];
  return steps.flatMap(({ detail }) => /^SCAN (\w+)/.exec(detail)?.[1] ?? []);
}
