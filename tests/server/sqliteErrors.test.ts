import { statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isBusy, isDamage, reasonOf, translated } from '#server/store/sqlite/sqliteErrors.ts';
import { emptyFolder, fullDisk } from '#tests/support/dataFolder.ts';
import { sqliteError } from '#tests/support/sqliteError.ts';

const isRoot = process.geteuid?.() === 0;
const systemError = (code: string) => Object.assign(new Error('a fault'), { code });

describe('a fault of SQLite', () => {
  it.each([
    [5, 'another process holds its lock'],
    [6, 'another process holds its lock'],
    [7, 'there is no memory left'],
    [8, 'it is read-only'],
    [10, 'the disk reports an error'],
    [11, 'it is damaged'],
    [13, 'the disk is full'],
    [14, 'its files cannot be opened'],
    [15, 'another process holds its lock'],
    [22, 'its file is too large for the disk'],
    [26, 'it is damaged'],
    [1, null],
    [19, null],
  ])('with the code %i, or an extended one, has the reason %s', (code, reason) => {
    for (const error of [sqliteError(code), sqliteError(code | (7 << 8))]) {
      expect(reasonOf(error, emptyFolder())).toBe(reason);
      const shown = translated(error, emptyFolder());
      if (reason === null) expect(shown).toBe(error);
      else expect(shown).toMatchObject({ reason, cause: error });
      expect([isBusy(error), isDamage(error)]).toEqual([code === 5, code === 11 || code === 26]);
    }
  });

  it('on a disk that cannot be asked for its room is an error of the disk', () => {
    expect(reasonOf(sqliteError(10), join(emptyFolder(), 'gone'))).toBe('the disk reports an error');
  });

  it.skipIf(!isRoot)('on a full disk is one of its room if it is one of the disk', () => {
    const disk = fullDisk();
    const reasons = () => [10, 11, 1].map((code) => reasonOf(sqliteError(code), disk));
    expect(reasons()).toEqual(['the disk is full', 'it is damaged', null]);
    // SQLite needs 32 KiB at least.
    const filling = join(disk, 'filling');
    const full = statSync(filling).size;
    truncateSync(filling, full - 7 * 4096);
    expect(reasons()[0]).toBe('the disk is full');
    truncateSync(filling, full - 8 * 4096);
    expect(reasons()[0]).toBe('the disk reports an error');
  });

  it.each(['ENOSPC', 'EDQUOT'])('is a full disk with %s of the system', (code) => {
    expect(reasonOf(systemError(code), emptyFolder())).toBe('the disk is full');
  });

  it.each([systemError('EACCES'), new Error('x'), { errcode: 13 }, { code: 'ENOSPC' }, 'text', undefined, null])(
    'is not %o',
    (error) => {
      expect([reasonOf(error, emptyFolder()), isBusy(error), isDamage(error)]).toEqual([null, false, false]);
      expect(translated(error, emptyFolder())).toBe(error);
    },
  );
});
