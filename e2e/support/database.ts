import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { ProductServer } from './server.ts';

/** Works on the server's database, as an operator could. */
function withDatabase<Result>(product: ProductServer, work: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(join(product.dataDir, 'store.sqlite'), { timeout: 5000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** How many rows of a table fit the condition. */
export const count = (product: ProductServer, rows: string, ...values: SQLInputValue[]): number =>
  withDatabase(product, (database) =>
    Number(database.prepare(`select count(*) as found from ${rows}`).get(...values)?.['found']),
  );

/** Runs a statement that changes rows. */
export const change = (product: ProductServer, statement: string, ...values: SQLInputValue[]): void =>
  withDatabase(product, (database) => void database.prepare(statement).run(...values));
