import { expect, test } from 'vitest';
import type { KeyValueStore } from '#adapters/storage.ts';
import { unsavedInputStorage } from '#app/registration/unsavedInputStorage.ts';
import type { UnsavedInput } from '#machines/registration/unsavedInput.ts';

/** A storage that can be looked into. */
function memory(text?: string) {
  const items = new Map<string, string>(text === undefined ? [] : [['signup', text]]);
  const store: KeyValueStore = {
    read: (key) => items.get(key) ?? null,
    write: (key, value) => void items.set(key, value),
    remove: (key) => void items.delete(key),
  };
  return { items, unsavedInput: unsavedInputStorage(store) };
}

const account = { first_name: 'Ann', last_name: 'Lee', email: 'ann@acme.example' };
const billing = {
  card_name: 'Ann Lee',
  card_country: 'DE',
  card_postcode: '10115',
  card_currency: 'EUR' as const,
  customer_name: '',
  customer_country: '',
  customer_postcode: '',
  customer_address: '',
  customer_city: '',
  customer_vat: '',
};

test('input is kept over a reload', () => {
  const { unsavedInput } = memory();
  const all: UnsavedInput = {
    account,
    billing,
    order: { packageType: 'A', nbUsers: 3, nbCxBundles: 2 },
    choice: { country: { id: 'DE', name: 'Germany' }, type: null, state: null, area: null, number: null },
    cardSent: true,
    bankDeadline: 1_000,
    bankIsOver: true,
  };
  unsavedInput.write('t1', all);
  expect(unsavedInput.read('t1')).toEqual(all);
});

test('passwords, codes and card data are never stored', () => {
  const { unsavedInput, items } = memory();
  const secrets = {
    password: 'sesame-1',
    verification_code: '135790',
    card_number: '4242424242424242',
    card_cvv: '987',
  };
  unsavedInput.write('t1', {
    account: { ...account, ...secrets },
    billing: { ...billing, ...secrets },
    ...secrets,
  } as UnsavedInput);
  expect(unsavedInput.read('t1')).toEqual({ account, billing });
  for (const secret of Object.values(secrets)) expect([...items.values()].join()).not.toContain(secret);
});

test('input of another registration, or of none yet, is not restored', () => {
  const { unsavedInput } = memory();
  unsavedInput.write('t1', { account });
  expect(unsavedInput.read('t2')).toEqual({});
  expect(unsavedInput.read(null)).toEqual({});
});

test.each(['', 'rubbish', '[]', '{"token":"t1"}', '{"token":"t1","typed":{"order":{"packageType":"Z"}}}', 'null'])(
  'an invalid stored value reads as empty: %s',
  (text) => {
    expect(memory(text).unsavedInput.read('t1')).toEqual({});
  },
);

const order = { packageType: 'P', nbUsers: 1, nbCxBundles: 0 } as const;

test.each([
  { ...order, nbUsers: 10_000 },
  { ...order, nbUsers: 0 },
])('an order of possible numbers is kept: %j', (kept) => {
  const { unsavedInput } = memory();
  unsavedInput.write('t1', { order: kept });
  expect(unsavedInput.read('t1')).toEqual({ order: kept });
});

test.each([
  { ...order, nbUsers: 10_001 },
  { ...order, nbUsers: -1 },
  { ...order, nbCxBundles: 1.5 },
  { ...order, packageType: 'Z' },
])('an order of impossible numbers is neither written nor read: %j', (wrong) => {
  const { unsavedInput, items } = memory();
  unsavedInput.write('t1', { order: wrong } as UnsavedInput);
  expect(items.size).toBe(0);
  const stored = memory(JSON.stringify({ token: 't1', unsavedInput: { order: wrong } }));
  expect(stored.unsavedInput.read('t1')).toEqual({});
});

test('removing it leaves nothing in the storage', () => {
  const { unsavedInput, items } = memory();
  expect(unsavedInput.token()).toBeNull();
  unsavedInput.write('t1', { account });
  unsavedInput.remove();
  expect(items.size).toBe(0);
});

test('input stored by another build is dropped, but its token is kept', () => {
  const { unsavedInput } = memory(
    JSON.stringify({ token: 't1', unsavedInput: { account: { name: 'Ann Lee' }, order: 'P' } }),
  );
  expect(unsavedInput.token()).toBe('t1');
  expect(unsavedInput.read('t1')).toEqual({});
});
