import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, test } from 'vitest';
import { openKeyring } from '#server/platform/secrets.ts';
import { afterCommit, collectWork } from '#server/store/afterCommit.ts';
import { StoreUnavailable } from '#server/store/errors.ts';
import { makeFolder, makeFolderPrivate, makePrivate, whyNoFolder } from '#server/store/folder.ts';
import { makeNextKey, takeNextKey } from '#server/store/key.ts';
import type { Store } from '#server/store/schema.ts';
import { sideWrite } from '#server/store/sideWrite.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { emptyFolder, usedFolder, withDatabase } from '#tests/support/dataFolder.ts';

/* The parts of the store that need no server. */

const isRoot = process.geteuid?.() === 0;

test('a data folder that cannot be used is named with the reason and the setting; no other error is taken for it', () => {
  const config = { dataDir: '/srv/data' };
  const errorOf = (code?: string) => Object.assign(new Error(), code && { code });
  expect(whyNoFolder(errorOf('EROFS'), config)).toBe(
    'Cannot use the data folder /srv/data (EROFS); set DATA_DIR to a writable folder.',
  );
  for (const code of ['ECONNREFUSED', undefined]) expect(whyNoFolder(errorOf(code), config)).toBeNull();
  // The settings were not readable, so that there is no folder to name.
  expect(whyNoFolder(errorOf('EROFS'), null)).toBeNull();
});

test('work that waits for a commit runs after it, once; where nothing is collected, at once', () => {
  const [tx, other] = [{} as Store, {} as Store];
  const done: string[] = [];
  const commit = collectWork(tx);
  afterCommit(tx, () => done.push('one'));
  afterCommit(tx, () => done.push('two'));
  expect(done).toEqual([]);
  afterCommit(other, () => done.push('other'));
  expect(done).toEqual(['other']);
  commit();
  expect(done).toEqual(['other', 'one', 'two']);
});

describe('a write on the side of a read', () => {
  it('is waited for', async () => {
    const steps: string[] = [];
    await sideWrite(wait(10).then(() => steps.push('written')));
    expect(steps).toEqual(['written']);
  });

  it('fails no read if the database takes no changes, and is not waited for if that takes long', async () => {
    await sideWrite(Promise.reject(new StoreUnavailable('the disk is full')));
    const hanging = Promise.withResolvers<void>();
    await sideWrite(hanging.promise);
    hanging.resolve();
  });

  it('fails by any other fault', async () => {
    await expect(sideWrite(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });
});

describe('folders', () => {
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

  it('are made with their parents, for their owner only; one that is there stays', () => {
    const base = emptyFolder();
    const deep = join(base, 'a', 'b', 'c');
    makeFolder(deep);
    expect(['a', 'a/b', 'a/b/c'].map((name) => modeOf(join(base, name)))).toEqual(['700', '700', '700']);
    chmodSync(deep, 0o750);
    makeFolder(deep);
    expect(modeOf(deep)).toBe('750');
    writeFileSync(join(base, 'file'), '');
    expect(() => makeFolder(join(base, 'file', 'x'))).toThrow();
  });

  it('and files of ours lose the rights of others, and none of their owner', () => {
    const folder = emptyFolder();
    const path = join(folder, 'key');
    writeFileSync(path, '');
    for (const [before, after] of [
      [0o644, '600'],
      [0o666, '600'],
      [0o755, '700'],
      [0o440, '400'],
      [0o601, '600'],
      [0o600, '600'],
    ] as const) {
      chmodSync(path, before);
      makePrivate(path);
      expect(modeOf(path)).toBe(after);
    }
    makePrivate(join(folder, 'gone'));
    expect(existsSync(join(folder, 'gone'))).toBe(false);
  });

  it.each([
    [[], '700'],
    [['store.sqlite', 'store.sqlite-wal', 'key', 'lock.sqlite', 'restoring', 'replaced-2025'], '700'],
    [['store.sqlite', 'photos'], '755'],
    [['my-key'], '755'],
    [['old-store.sqlite'], '755'],
  ])('that hold %o are left at %s', (names, mode) => {
    const folder = emptyFolder();
    for (const name of names) writeFileSync(join(folder, name), '');
    chmodSync(folder, 0o755);
    makeFolderPrivate(folder);
    expect(modeOf(folder)).toBe(mode);
  });

  it.skipIf(!isRoot)('of another user are left as they are', () => {
    const path = join(emptyFolder(), 'key');
    writeFileSync(path, '');
    chmodSync(path, 0o644);
    chownSync(path, 12_345, 12_345);
    makePrivate(path);
    expect(modeOf(path)).toBe('644');
  });
});

describe('the next key', () => {
  it('is taken by a start, if the database belongs to it', async () => {
    const folder = await usedFolder();
    const { fingerprint } = makeNextKey(folder);
    withDatabase(folder, (database) =>
      database.prepare("update facts set value = ? where name = 'key'").run(fingerprint),
    );
    const { db, keyring } = await openSqlite(folder, 0);
    await db.destroy();
    expect(keyring.fingerprint).toBe(fingerprint);
  });

  it('takes the place of the present one once the database belongs to it', () => {
    const folder = emptyFolder();
    const present = openKeyring(folder).fingerprint;
    makeNextKey(folder);
    const next = makeNextKey(folder).fingerprint;
    expect(next).not.toBe(present);
    for (const fingerprint of [present, null, 'another']) {
      takeNextKey(folder, fingerprint);
      expect([openKeyring(folder).fingerprint, readdirSync(folder).sort()]).toEqual([present, ['key', 'key.next']]);
    }
    takeNextKey(folder, next);
    expect([openKeyring(folder).fingerprint, readdirSync(folder)]).toEqual([next, ['key']]);
    const before = readFileSync(join(folder, 'key'), 'utf8');
    takeNextKey(folder, next);
    expect(readFileSync(join(folder, 'key'), 'utf8')).toBe(before);
    expect(readdirSync(folder)).toEqual(['key']);
    mkdirSync(join(folder, 'other'));
    takeNextKey(join(folder, 'other'), null);
    expect(readdirSync(join(folder, 'other'))).toEqual([]);
  });
});
