import type { Compilable, CompiledQuery } from 'kysely';
import type { Store, Tx } from './schema.ts';

/** Stands for the value at a position while a query is built. */
class Placeholder {
  readonly position: number;

  constructor(position: number) {
    this.position = position;
  }
}

/**
 * A query that is built once for a database and then run with other values: building it takes several times as long as
 * SQLite takes to answer it. `build` may only pass the values on to the query.
 */
export function prepared<Values extends readonly unknown[], Row>(
  build: (db: Store | Tx, ...values: Values) => Compilable<Row>,
): (db: Store | Tx, ...values: Values) => Promise<Row[]> {
  const built = new WeakMap<Store | Tx, CompiledQuery<Row>>();
  return async (db, ...values) => {
    const places = values.map((_, position) => new Placeholder(position));
    const query = built.get(db) ?? build(db, ...(places as unknown as Values)).compile();
    built.set(db, query);
    const parameters = query.parameters.map((value) => (value instanceof Placeholder ? values[value.position] : value));
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}
