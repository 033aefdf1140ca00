import { DatabaseSync } from 'node:sqlite';
import { vi } from 'vitest';

/** Collects the text of every statement that SQLite prepares from now on. */
export function recordStatements(): { texts: Set<string>; stop: () => void } {
  const texts = new Set<string>();
  const prepare = DatabaseSync.prototype.prepare;
  const spy = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, sql) {
    texts.add(sql);
    return prepare.call(this, sql);
  });
  return { texts, stop: () => spy.mockRestore() };
}

/** The tables that a statement reads from the first row to the last. */
export function scannedTables(database: DatabaseSync, sql: string): string[] {
  const steps = database.prepare(`explain query plan ${sql}`).all() as { detail: string }[];
  return steps.flatMap(({ detail }) => /^SCAN (\w+)/.exec(detail)?.[1] ?? []);
}
