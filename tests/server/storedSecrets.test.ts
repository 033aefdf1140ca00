import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { backUp } from '#server/store/sqlite/backup.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { emptyFolder, usedFolder, withDatabase } from '#tests/support/dataFolder.ts';

const MARK = 'a secret that was deleted';
const filesOf = (folder: string) => readdirSync(folder).map((name) => join(folder, name));
const holdsMark = (folder: string) => filesOf(folder).some((path) => readFileSync(path).includes(MARK));

describe('the data folder', () => {
  it('is readable by its owner only, while the server runs and afterwards', async () => {
    const folder = emptyFolder();
    const { db } = await openSqlite(folder, 0);
    expect(readdirSync(folder).sort()).toEqual([
      'key',
      'lock.sqlite',
      'store.sqlite',
      'store.sqlite-shm',
      'store.sqlite-wal',
    ]);
    for (const path of filesOf(folder)) expect(statSync(path).mode & 0o777, path).toBe(0o600);
    await db.destroy();
    for (const path of filesOf(folder)) expect(statSync(path).mode & 0o777, path).toBe(0o600);
  });

  it('that was there already is restricted to its owner, too, unless it holds files of others', async () => {
    const folder = emptyFolder();
    const shared = emptyFolder();
    writeFileSync(join(shared, 'of others'), '');
    for (const path of [folder, shared]) {
      chmodSync(path, 0o755);
      const { db } = await openSqlite(path, 0);
      await db.destroy();
    }
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(shared).mode & 0o777).toBe(0o755);
    const target = emptyFolder();
    chmodSync(target, 0o755);
    backUp(folder, target);
    expect(statSync(target).mode & 0o777).toBe(0o700);
  });

  it('of an earlier release that others can read is restricted to its owner', async () => {
    const folder = await usedFolder();
    for (const path of filesOf(folder)) chmodSync(path, 0o644);
    chmodSync(join(folder, 'key'), 0o444);
    const { db } = await openSqlite(folder, 0);
    expect(statSync(join(folder, 'store.sqlite')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'key')).mode & 0o777).toBe(0o400);
    await db.destroy();
  });

  it('contains no deleted data', async () => {
    const folder = await usedFolder();
    const { db } = await openSqlite(folder, 0);
    await db
      .insertInto('facts')
      .values({ name: 'one', value: MARK.repeat(400) })
      .execute();
    await db.insertInto('facts').values({ name: 'two', value: MARK }).execute();
    await db.deleteFrom('facts').where('name', 'in', ['one', 'two']).execute();
    await db.destroy();
    expect(holdsMark(folder)).toBe(false);
  });

  it('contains no data that an earlier release deleted', async () => {
    const folder = await usedFolder();
    withDatabase(folder, (database) => {
      database.exec(`pragma secure_delete = off; pragma user_version = 0;
        insert into facts values ('one', '${MARK.repeat(400)}'); delete from facts where name = 'one'`);
    });
    expect(holdsMark(folder)).toBe(true);
    const { db } = await openSqlite(folder, 0);
    await db.destroy();
    expect(holdsMark(folder)).toBe(false);
  });
});
