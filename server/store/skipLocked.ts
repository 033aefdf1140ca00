import { PostgresAdapter, type SelectQueryBuilder } from 'kysely';
import type { Store } from './schema.ts';

/**
 * A selection that locks its rows and skips those that another process has locked, so that several processes can
 * take work from one table at once. SQLite has one writer at a time, so there is nothing to lock.
 */
export function skipLocked<DB, Tables extends keyof DB, Row>(
  db: Store,
  query: SelectQueryBuilder<DB, Tables, Row>,
  table: Tables & string,
): SelectQueryBuilder<DB, Tables, Row> {
  return isPostgres(db) ? query.forUpdate(table as never).skipLocked() : query;
}

const isPostgres = (db: Store): boolean => db.getExecutor().adapter instanceof PostgresAdapter;
