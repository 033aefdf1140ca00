import type { ColumnBuilderCallback, CreateTableBuilder, Kysely } from 'kysely';
import type { Database } from '../schema.ts';

/** Column types; a trailing '?' is nullable, 'flag' and 'count' default to 0. */
type Column = 'id' | 'text' | 'text?' | 'integer' | 'integer?' | 'time' | 'time?' | 'flag' | 'count';

const build: Record<Column, { type: 'integer' | 'bigint' | 'text'; as: ColumnBuilderCallback }> = {
  id: { type: 'integer', as: (column) => column.primaryKey().autoIncrement() },
  text: { type: 'text', as: (column) => column.notNull() },
  'text?': { type: 'text', as: (column) => column },
  integer: { type: 'integer', as: (column) => column.notNull() },
  'integer?': { type: 'integer', as: (column) => column },
  time: { type: 'bigint', as: (column) => column.notNull() },
  'time?': { type: 'bigint', as: (column) => column },
  flag: { type: 'integer', as: (column) => column.notNull().defaultTo(0) },
  count: { type: 'integer', as: (column) => column.notNull().defaultTo(0) },
};

type Keys<Name extends string> = {
  /** Primary key, if there is no 'id' column. */
  primary?: Name;
  unique?: readonly (readonly Name[])[];
  index?: readonly (readonly Name[])[];
  /** Foreign keys, column → table, with cascading deletes. */
  belongsTo?: Partial<Record<Name, string>>;
};

/** Creates a table from its list of columns, with keys and indexes. */
export async function createTable<Name extends string>(
  db: Kysely<Database>,
  table: string,
  columns: Record<Name, Column>,
  { primary, unique = [], index = [], belongsTo = {} }: Keys<NoInfer<Name>> = {},
): Promise<void> {
  let create: CreateTableBuilder<string, string> = db.schema.createTable(table);
  for (const [name, kind] of Object.entries(columns) as [Name, Column][]) {
    const { type, as } = build[kind];
    const owner = (belongsTo as Partial<Record<Name, string>>)[name];
    create = create.addColumn(name, type, (column) => {
      const built = name === primary ? as(column).primaryKey() : as(column);
      return owner ? built.references(`${owner}.id`).onDelete('cascade') : built;
    });
  }
  for (const names of unique) {
    create = create.addUniqueConstraint(`${table}_${names.join('_')}`, [...names]);
  }
  await create.execute();
  for (const names of index) {
    await db.schema
      .createIndex(`${table}_by_${names.join('_')}`)
      .on(table)
      .columns(names as readonly string[] as string[])
      .execute();
  }
}
