import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';

/** Maximum number of cached statements; there are few different texts, apart from long lists of values. */
const STATEMENTS_KEPT = 300;

type Prepared = { statement: StatementSync; hasRows: boolean };

/** An open connection to the database file, with its prepared statements. Without a timeout, it never waits for a lock. */
export class Handle {
  readonly database: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();

  constructor(path: string) {
    this.database = new DatabaseSync(path);
  }

  run<Row>({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<Row> {
    const { statement, hasRows } = this.#prepare(sql);
    const values = parameters as readonly SQLInputValue[];
    if (hasRows) return { rows: statement.all(...values) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.database.prepare(sql);
    const made = { statement, hasRows: statement.columns().length > 0 };
    if (this.#prepared.size >= STATEMENTS_KEPT) this.#prepared.clear();
    // Schema changes run once, so they are not cached.
    if (!/^(create|alter|drop)/i.test(sql)) this.#prepared.set(sql, made);
    return made;
  }
}
