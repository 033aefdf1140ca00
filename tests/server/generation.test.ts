import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import {
  endGeneration,
  generationInFile,
  generationOf,
  limitWal,
  nextGeneration,
  pairing,
} from '#server/store/sqlite/generation.ts';
import { emptyFolder } from '#tests/support/dataFolder.ts';

describe('the number of a write-ahead file', () => {
  it.each([
    // In the database file, with the write-ahead file, and whether there is one.
    [0, 0, false, 'whole'],
    [6, 6, false, 'whole'],
    [7, 7, false, 'incomplete'],
    [7, 8, true, 'whole'],
    [6, 6, true, 'whole'],
    [7, 7, true, 'whole'],
    [6, 8, true, 'foreign'],
    [7, 6, true, 'foreign'],
    [0, 8, true, 'foreign'],
  ] as const)('%i in the file and %i with the changes beside it (%s) is %s', (inFile, withWal, hasWal, pair) => {
    expect(pairing(inFile, withWal, hasWal)).toBe(pair);
  });

  /** A database with a write-ahead file, and its numbers. */
  function opened() {
    const path = join(emptyFolder(), 'store.sqlite');
    const database = new DatabaseSync(path);
    database.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table facts (value text)');
    const numbers = () => [generationInFile(path), generationOf(database)] as const;
    return { path, database, numbers };
  }

  it('is odd in the file before the first change beside it, and even after', () => {
    const { database, numbers } = opened();
    expect(numbers()).toEqual([0, 0]);
    nextGeneration(database);
    const [inFile, all] = numbers();
    expect([inFile % 2, all - inFile, inFile > 1]).toEqual([1, 1, true]);
    database.exec("insert into facts values ('x')");
    expect(numbers()).toEqual([inFile, all]);
    nextGeneration(database);
    expect(numbers()).toEqual([inFile + 2, all + 2]);
    endGeneration(database);
    expect(generationOf(database)).toBe(all + 2);
    database.close();
  });

  it('is another for each database', () => {
    const numbers = [1, 2, 3].map(() => {
      const { database } = opened();
      nextGeneration(database);
      const number = generationOf(database);
      database.close();
      return number;
    });
    expect(new Set(numbers).size).toBe(3);
  });

  it('is even once the database is complete, also of one that was left odd', () => {
    const { database, numbers } = opened();
    database.exec('pragma user_version = 7');
    endGeneration(database);
    expect(numbers()[1]).toBe(8);
    endGeneration(database);
    expect(numbers()[1]).toBe(8);
    database.close();
  });

  it('goes on from an odd one, as a start that was cut off leaves it', () => {
    const { database, numbers } = opened();
    database.exec('pragma user_version = 7');
    nextGeneration(database);
    expect(numbers()).toEqual([7, 8]);
    database.close();
  });

  it('still belongs to the file if a reader begins while it changes', () => {
    const { path, database, numbers } = opened();
    nextGeneration(database);
    const reader = new DatabaseSync(path);
    const { exec } = database;
    vi.spyOn(database, 'exec').mockImplementationOnce((statement) => {
      reader.exec('begin');
      reader.prepare('select * from facts').all();
      exec.call(database, statement);
    });
    nextGeneration(database);
    expect(pairing(...numbers(), true)).toBe('whole');
    reader.exec('commit');
    nextGeneration(database);
    const [inFile, all] = numbers();
    expect([inFile % 2, all - inFile]).toEqual([1, 1]);
    reader.close();
    database.close();
  });

  it('stays while a reader uses an old state', () => {
    const { path, database, numbers } = opened();
    nextGeneration(database);
    database.exec("insert into facts values ('x')");
    const reader = new DatabaseSync(path);
    reader.exec('begin; select * from facts');
    reader.prepare('select * from facts').all();
    database.exec("insert into facts values ('y')");
    const [, before] = numbers();
    nextGeneration(database);
    expect(numbers()[1]).toBe(before);
    reader.exec('commit');
    nextGeneration(database);
    expect(numbers()[1]).toBe(before + 2);
    reader.close();
    database.close();
  });

  it('goes on only once the write-ahead file has more than 1000 pages', () => {
    const { database, numbers } = opened();
    nextGeneration(database);
    const [, before] = numbers();
    const pages = () => Number(database.prepare('pragma wal_checkpoint(noop)').get()?.['log']);
    const change = () => database.exec('update facts set value = value + 1');
    database.exec("insert into facts values ('1')");
    for (let count = 0; pages() < 1000 && count < 1000; count += 1) change();
    limitWal(database);
    expect([pages(), numbers()[1]]).toEqual([1000, before]);
    change();
    limitWal(database);
    expect([pages() < 10, numbers()[1]]).toEqual([true, before + 2]);
    database.close();
  });
});
