import { expect, test, vi } from 'vitest';
import { createPageReload } from '#app/document/pageReload.ts';

const MINUTE = 60_000;

/** What a tab keeps over its reloads. */
function tabStorage(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
  } as Storage;
}

/** A document in a tab; `reload` returns whether it is being left. */
function newDocument(storage: () => Storage, time = { now: 1_000 * MINUTE }) {
  const load = vi.fn();
  const line = { isOnline: true };
  const visitor = { leaves: false };
  const reload = createPageReload({
    storage,
    now: () => time.now,
    isOnline: () => line.isOnline,
    isBeingLeft: () => visitor.leaves,
    load,
  });
  return { reload, load, time, line, visitor };
}

test('reloads the page once, in this document and the next', () => {
  const tab = tabStorage();
  const first = newDocument(() => tab);
  expect(first.reload('answer')).toBe(true);
  expect(first.load).toHaveBeenCalledOnce();
  const second = newDocument(() => tab, first.time);
  second.time.now += MINUTE;
  expect(second.reload('answer')).toBe(false);
  expect(second.load).not.toHaveBeenCalled();
});

test('a missing chunk and an unknown response each allow one reload', () => {
  const tab = tabStorage();
  const { reload } = newDocument(() => tab);
  expect([reload('chunk'), reload('answer'), reload('chunk')]).toEqual([true, true, false]);
});

test('a tab that stays open over the next deployment can reload again', () => {
  const tab = tabStorage();
  const { reload, time } = newDocument(() => tab);
  reload('answer');
  time.now += 11 * MINUTE;
  expect(reload('answer')).toBe(true);
});

test('ten minutes after a reload, or when the clock was set back, the page can reload again', () => {
  const tab = tabStorage();
  const { reload, time } = newDocument(() => tab);
  reload('answer');
  time.now += 10 * MINUTE - 1;
  expect(reload('answer')).toBe(false);
  time.now += 1;
  expect(reload('answer')).toBe(true);
  time.now -= MINUTE;
  expect(reload('answer')).toBe(true);
});

test('a page that the visitor is leaving is not reloaded instead, and can reload once it stays', () => {
  const tab = tabStorage();
  const { reload, load, visitor } = newDocument(() => tab);
  visitor.leaves = true;
  expect(reload('chunk')).toBe(true);
  expect(load).not.toHaveBeenCalled();
  visitor.leaves = false;
  expect(reload('chunk')).toBe(true);
  expect(load).toHaveBeenCalledOnce();
});

test('without a connection the document stays, and can reload once there is one', () => {
  const tab = tabStorage();
  const { reload, load, line } = newDocument(() => tab);
  line.isOnline = false;
  expect(reload('chunk')).toBe(false);
  expect(load).not.toHaveBeenCalled();
  line.isOnline = true;
  expect(reload('chunk')).toBe(true);
});

test.each([
  ['is blocked', () => expect.fail('blocked')],
  ['forgets', () => ({ ...tabStorage(), setItem: () => {} }) as Storage],
  [
    'is full',
    () =>
      ({
        ...tabStorage(),
        setItem: () => {
          throw new DOMException('', 'QuotaExceededError');
        },
      }) as Storage,
  ],
])('where the storage %s, the page is not reloaded endlessly', (_, storage) => {
  const { reload, load } = newDocument(storage);
  expect(reload('answer')).toBe(false);
  expect(load).not.toHaveBeenCalled();
});
