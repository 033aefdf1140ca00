import type { Generated } from 'kysely';

/*
 * Columns are integers or text, which mean the same in SQLite and PostgreSQL: times are milliseconds since 1970 (UTC),
 * flags are 0 or 1, calendar dates are 'yyyy-mm-dd'. `…_hash` columns hold digests; `sealed` columns are encrypted with
 * the server's key.
 */

export type Id = Generated<number>;
export type Millis = number;
export type Flag = Generated<number>;
export type Count = Generated<number>;
