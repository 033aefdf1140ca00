import { expect, test } from 'vitest';
import { IdempotencyKeys } from '#adapters/idempotencyKeys.ts';
import { createRejectedTokens } from '#adapters/rejectedTokens.ts';
import { keyValueStore } from '#adapters/storage.ts';

/** A storage that may fail, and what it holds. */
function storageThatMayFail() {
  const held = new Map<string, string>();
  const place = { isBroken: false, held };
  const act = <T>(what: () => T): T => {
    if (place.isBroken) throw new DOMException('full', 'QuotaExceededError');
    return what();
  };
  const storage = {
    getItem: (key: string) => act(() => held.get(key) ?? null),
    setItem: (key: string, text: string) => act(() => held.set(key, text)),
    removeItem: (key: string) => act(() => held.delete(key)),
  } as unknown as Storage;
  return { place, store: keyValueStore(() => storage) };
}

test('a text is stored, replaced and removed, and no other with it', () => {
  const { place, store } = storageThatMayFail();
  expect(store.read('a')).toBeNull();
  store.write('a', '1');
  store.write('b', '2');
  store.write('a', '3');
  store.remove('b');
  expect([...place.held]).toEqual([['a', '3']]);
  expect([store.read('a'), store.read('b')]).toEqual(['3', null]);
});

test('what a broken storage has not taken is kept until the next text, or until it is removed', () => {
  const { place, store } = storageThatMayFail();
  store.write('a', 'old');
  place.isBroken = true;
  store.write('a', 'new');
  store.write('b', 'kept');
  expect([store.read('a'), store.read('b'), store.read('c')]).toEqual(['new', 'kept', null]);
  store.remove('b');
  expect(store.read('b')).toBeNull();
  place.isBroken = false;
  store.write('a', 'newest');
  place.held.set('a', 'of another tab');
  expect(store.read('a')).toBe('of another tab');
});

test('the last twenty rejected tokens are known, each by itself', () => {
  const { place, store } = storageThatMayFail();
  const tokens = Array.from({ length: 21 }, (_, index) => `token ${index}`);
  for (const token of [...tokens, 'token 20']) createRejectedTokens(store).add(token);
  const known = createRejectedTokens(store);
  expect(tokens.filter((token) => !known.has(token))).toEqual(['token 0']);
  expect(['02 nekot', 'token 02', 'token 2 ', ''].filter(known.has)).toEqual([]);
  expect([...place.held.values()].join().split(' ')).toHaveLength(20);
});

test('what may still be carried out is known by address and request, until it is answered', () => {
  const keys = new IdempotencyKeys();
  keys.of('/login', 'post 1');
  keys.of('/account', 'patch 2');
  keys.of('/account', 'patch 3');
  expect(keys.open).toEqual(['/login post 1', '/account patch 3']);
  keys.answered('/login');
  expect(keys.open).toEqual(['/account patch 3']);
});
