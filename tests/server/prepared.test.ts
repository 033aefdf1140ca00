import { expect, it } from 'vitest';
import { prepared } from '#server/store/prepared.ts';
import { startServer } from '#tests/support/server.ts';

it('a prepared query is built once for a database, and finds what each of its values names', async () => {
  const { context } = await startServer();
  await context.db
    .insertInto('facts')
    .values([
      { name: 'a', value: 'one' },
      { name: 'b', value: 'two' },
    ])
    .execute();
  let built = 0;
  const valuesOf = prepared((db, first: string, second: string) => {
    built += 1;
    return db
      .selectFrom('facts')
      .select('value')
      .where((row) => row.or([row('name', '=', first), row('name', '=', second)]))
      .where('name', '!=', 'c')
      .orderBy('name');
  });
  expect(await valuesOf(context.db, 'a', 'b')).toEqual([{ value: 'one' }, { value: 'two' }]);
  expect(await valuesOf(context.db, 'b', 'none')).toEqual([{ value: 'two' }]);
  expect(built).toBe(1);

  await context.db.transaction().execute(async (tx) => {
    await tx.insertInto('facts').values({ name: 'new', value: 'three' }).execute();
    expect(await valuesOf(tx, 'new', 'a')).toEqual([{ value: 'one' }, { value: 'three' }]);
  });
});
