import { expect, test } from 'vitest';
import type { Keeper } from '#adapters/storage.ts';
import { typedDrafts } from '#app/registration/typed.ts';
import type { Typed } from '#machines/registration/typed.ts';

/** A storage that can be looked into. */
function memory(text?: string) {
  const kept = new Map<string, string>(text === undefined ? [] : [['signup', text]]);
  const keeper: Keeper = {
    read: (key) => kept.get(key) ?? null,
    write: (key, value) => void kept.set(key, value),
    remove: (key) => void kept.delete(key),
  };
  return { kept, typed: typedDrafts(keeper) };
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

test('W5 what was typed is there after a reload', () => {
  const { typed } = memory();
  const all: Typed = {
    account,
    billing,
    order: { packageType: 'A', nbUsers: 3, nbCxBundles: 2 },
    choice: { country: { id: 'DE', name: 'Germany' }, type: null, state: null, area: null, number: null },
    bankDeadline: 1_000,
    bankIsOver: true,
  };
  typed.write('t1', all);
  expect(typed.read('t1')).toEqual(all);
});

test('W5 no password, no code and no card data has a place there', () => {
  const { typed, kept } = memory();
  const secrets = {
    password: 'sesame-1',
    verification_code: '135790',
    card_number: '4242424242424242',
    card_cvv: '987',
  };
  typed.write('t1', {
    account: { ...account, ...secrets },
    billing: { ...billing, ...secrets },
    ...secrets,
  } as Typed);
  expect(typed.read('t1')).toEqual({ account, billing });
  for (const secret of Object.values(secrets)) expect([...kept.values()].join()).not.toContain(secret);
});

test('what belongs to another draft, or to none yet, is not taken over', () => {
  const { typed } = memory();
  typed.write('t1', { account });
  expect(typed.read('t2')).toEqual({});
  expect(typed.read(null)).toEqual({});
});

test.each(['', 'rubbish', '[]', '{"token":"t1"}', '{"token":"t1","typed":{"order":{"packageType":"Z"}}}', 'null'])(
  'rubbish in the storage reads as nothing: %s',
  (text) => {
    expect(memory(text).typed.read('t1')).toEqual({});
  },
);

test('it is forgotten', () => {
  const { typed, kept } = memory();
  typed.write('t1', { account });
  typed.forget();
  expect(kept.size).toBe(0);
});

test('what a build of another day has written costs what was typed, never the token', () => {
  const { typed } = memory(JSON.stringify({ token: 't1', typed: { account: { name: 'Ann Lee' }, order: 'P' } }));
  expect(typed.token()).toBe('t1');
  expect(typed.read('t1')).toEqual({});
});
