import { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { storeFiles } from '#server/store/sqlite/files.ts';
import { canHoldChanges, missingPages } from '#server/store/sqlite/walFile.ts';
import { copyOf, emptyFolder, withDatabase } from '#tests/support/dataFolder.ts';

/*
 * What is lost of a write-ahead file. SQLite itself decides: where it finds fewer changes without the index than there
 * were, some are lost.
 */

const HEADER = 32;
const FRAME = 24 + 4096;
const CHANGES = 4;

/** A folder as a killed server leaves it: four changes of one page each, all of them beside the database file. */
function killed(): string {
  const folder = emptyFolder();
  const server = new DatabaseSync(storeFiles(folder).database);
  server.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table notes (text text)');
  server.exec('pragma wal_checkpoint(truncate)');
  for (let change = 0; change < CHANGES; change += 1) server.exec(`insert into notes values ('${change}')`);
  const left = copyOf(folder);
  server.close();
  expect(readFileSync(storeFiles(left).wal)).toHaveLength(HEADER + CHANGES * FRAME);
  return left;
}

/** Writes a write-ahead file in the place of the one of a folder; whether changes are lost by SQLite, and by us. */
function lossOf(folder: string, bytes: Buffer): { bySqlite: boolean; byUs: boolean } {
  const { database, wal, shm } = storeFiles(folder);
  writeFileSync(wal, bytes);
  const byUs = !canHoldChanges(wal) || missingPages(wal, shm) !== null;
  const read = emptyFolder();
  cpSync(database, storeFiles(read).database);
  cpSync(wal, storeFiles(read).wal);
  const notes = withDatabase(read, (one) => one.prepare('select text from notes').all());
  rmSync(read, { recursive: true });
  return { bySqlite: notes.length < CHANGES, byUs };
}

/** The same file as a machine of the other byte order writes it, whose checksums differ. */
function ofOtherOrder(wal: Buffer, magic: number): Buffer {
  const copy = Buffer.from(wal);
  copy.writeUInt32BE(magic, 0);
  let [one, two] = [0, 0];
  const add = (from: number, to: number) => {
    for (let at = from; at < to; at += 8) {
      one = (one + copy.readUInt32BE(at) + two) % 2 ** 32;
      two = (two + copy.readUInt32BE(at + 4) + one) % 2 ** 32;
    }
  };
  const seal = (at: number) => {
    copy.writeUInt32BE(one, at);
    copy.writeUInt32BE(two, at + 4);
  };
  add(0, 24);
  seal(24);
  for (let at = HEADER; at < copy.length; at += FRAME) {
    add(at, at + 8);
    add(at + 24, at + FRAME);
    seal(at + 16);
  }
  return copy;
}

describe('a write-ahead file', () => {
  it('has all its changes as a killed server left it', () => {
    const folder = killed();
    expect(lossOf(folder, readFileSync(storeFiles(folder).wal))).toEqual({ bySqlite: false, byUs: false });
  });

  it('lacks changes with any other byte in its headers', () => {
    const folder = killed();
    const bytes = readFileSync(storeFiles(folder).wal);
    const headers = Array.from({ length: CHANGES }, (_, page) => HEADER + page * FRAME);
    const places = [
      ...Array(HEADER).keys(),
      ...headers.flatMap((from) => [...Array(25).keys()].map((at) => from + at)),
    ];
    const different = places.filter((at) => {
      const altered = Buffer.from(bytes);
      altered.writeUInt8(altered.readUInt8(at) ^ 0x40, at);
      const { bySqlite, byUs } = lossOf(folder, altered);
      return bySqlite !== byUs;
    });
    expect(different).toEqual([]);
  });

  it.each([
    ['it has nothing', 0],
    ['it has its header only', HEADER],
    ['it has all but one byte of its first page', HEADER + FRAME - 1],
    ['it has its first page', HEADER + FRAME],
    ['it has all but its last byte', HEADER + CHANGES * FRAME - 1],
  ])('lacks changes where %s', (_, size) => {
    const folder = killed();
    const bytes = readFileSync(storeFiles(folder).wal);
    expect(lossOf(folder, bytes.subarray(0, size))).toEqual({ bySqlite: true, byUs: true });
  });

  it('of a machine of the other byte order has all its changes, unless it was damaged', () => {
    const folder = killed();
    const bytes = readFileSync(storeFiles(folder).wal);
    const other = ofOtherOrder(bytes, 0x377f0683);
    expect(lossOf(folder, other)).toEqual({ bySqlite: false, byUs: false });
    other.writeUInt8(other.readUInt8(5000) ^ 1, 5000);
    expect(lossOf(folder, other)).toEqual({ bySqlite: true, byUs: true });
    for (const magic of [0x377f0681, 0x377f0684]) {
      expect(lossOf(folder, ofOtherOrder(bytes, magic))).toEqual({ bySqlite: true, byUs: true });
    }
  });

  it('with one page and no more holds a change', () => {
    const folder = killed();
    const { wal, shm } = storeFiles(folder);
    truncateSync(wal, HEADER + FRAME);
    expect([canHoldChanges(wal), missingPages(wal, shm)]).toEqual([true, { present: 1, counted: CHANGES }]);
  });
});

describe('the index of a write-ahead file', () => {
  /** A file that was cut after its first page, beside an index. */
  const cutBeside = (spoil: (index: string) => void) => {
    const { wal, shm } = storeFiles(killed());
    truncateSync(wal, HEADER + FRAME);
    spoil(shm);
    return missingPages(wal, shm);
  };
  const alter = (at: number) => (index: string) => {
    const bytes = readFileSync(index);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    writeFileSync(index, bytes);
  };

  it('counts its pages', () => {
    expect(cutBeside(() => {})).toEqual({ present: 1, counted: CHANGES });
  });

  it.each<[string, (index: string) => void]>([
    ['is missing', (index) => rmSync(index)],
    ['is empty', (index) => truncateSync(index)],
    ['has half of its first header', (index) => truncateSync(index, 24)],
    ['has its first header alone', (index) => truncateSync(index, 48)],
    ['has a part of its second header', (index) => truncateSync(index, 95)],
    ['was torn in its first header', alter(16)],
    ['was torn in its second header', alter(48 + 16)],
    ['is that of another file', (index) => cpSync(storeFiles(killed()).shm, index)],
  ])('counts none where it %s', (_, spoil) => {
    expect(cutBeside(spoil)).toBeNull();
  });
});
