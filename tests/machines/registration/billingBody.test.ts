import { describe, expect, test } from 'vitest';
import type { BillingForm } from '#contract/billing.ts';
import { cardFields } from '#contract/registration.ts';
import type { CardEntry } from '#domain/constants.ts';
import { checkAll, emptyForm, type Form } from '#domain/form.ts';
import { billingBody, checkBilling, editBilling, withCompanyAddress } from '#machines/registration/billingBody.ts';

const values: BillingForm = {
  card_number: '',
  card_end_month: '',
  card_end_year: '',
  card_cvv: '',
  card_name: 'Ann Lee',
  card_country: 'US',
  card_postcode: '10001',
  card_currency: 'USD',
  customer_name: 'Lee Inc',
  customer_country: 'US',
  customer_postcode: '10002',
  customer_address: '1 Main Street',
  customer_city: 'New York',
  customer_vat: '12-3456789',
};
const filled = (form: Form<BillingForm>, cardEntry: CardEntry = 'page') => ({
  cardEntry,
  today: '2025-03-05',
  number_id: null,
  area: null,
  form,
});
const rules = checkBilling(filled(emptyForm(values)));
const edited = (change: Partial<BillingForm>, before: Partial<BillingForm> = {}) =>
  editBilling(filled(emptyForm({ ...values, ...before })), change).values;

describe('values that belong to a country are cleared when another one is chosen', () => {
  test.each(['HK', 'DE'])('the postal code of a card from the US, in %s', (card_country) => {
    expect(edited({ card_country })).toEqual({ ...values, card_country, card_postcode: '' });
  });

  test('the postal code and the tax ID of a company, but not name, street and city', () => {
    expect(edited({ customer_country: 'DE' })).toEqual({
      ...values,
      customer_country: 'DE',
      customer_postcode: '',
      customer_vat: '',
    });
  });

  test.each([
    ['the same country once more', { card_country: 'US' }, {}],
    ['the first country', { card_country: 'DE' }, { card_country: '', card_postcode: '10115' }],
    ['a country and its code at once', { card_country: 'DE', card_postcode: '10115' }, {}],
    ['another field', { card_name: 'Ann B. Lee' }, {}],
  ])('%s clears nothing', (_, change, before) => {
    expect(edited(change, before)).toEqual({ ...values, ...before, ...change });
  });

  test('the emptied field shows no error until it is left empty or sent', () => {
    const sent = checkAll(emptyForm(values), rules);
    const moved = editBilling(filled(sent), { card_country: 'DE' });
    expect(moved.errors.card_postcode).toBeUndefined();
    expect(checkAll(moved, rules).errors.card_postcode).toBe('blank');
  });

  test('the server’s error about the old code is cleared with it', () => {
    const rejected = { ...emptyForm(values), serverErrors: { card_postcode: 'Not in this town.' } };
    expect(editBilling(filled(rejected), { card_country: 'DE' }).errors.card_postcode).toBeUndefined();
  });
});

describe('another country says at once that PLN can no longer be chosen (docs/decisions/zloty.md)', () => {
  test.each([
    ['of the card', { card_country: 'PL' }, { card_country: 'DE' }],
    ['of the company', { customer_country: 'PL' }, { customer_country: 'DE' }],
  ])('the country %s', (_, before, change) => {
    // As after a rejected card: no field has been touched since.
    const form = emptyForm({ ...values, ...before, card_currency: 'PLN' as const });
    expect(editBilling(filled(form), change).errors.card_currency).toBe('currencyUnavailable');
    expect(editBilling(filled(form), { card_name: 'Ann B. Lee' }).errors).toEqual({});
  });
});

describe('an opened company section copies the address of the card', () => {
  const opened = (before: Partial<BillingForm>) => {
    const { customer_country, customer_postcode } = withCompanyAddress({ ...values, ...before });
    return [customer_country, customer_postcode];
  };
  test.each([
    ['country and postal code', { customer_country: '', customer_postcode: '' }, ['US', '10001']],
    ['the postal code of the same country', { customer_postcode: '' }, ['US', '10001']],
    ['no postal code of another country', { customer_country: 'DE', customer_postcode: '' }, ['DE', '']],
    ['nothing where both are there', {}, ['US', '10002']],
  ])('%s', (_, before, taken) => {
    expect(opened(before)).toEqual(taken);
  });
});

describe('where the bank’s own page takes the card', () => {
  const sent = { timeZone: 'Europe/Berlin', order: { packageType: 'P' as const, nbUsers: 2, nbCxBundles: 0 } };
  const typed = { ...values, card_number: '4242424242424242', card_cvv: '123' };

  test('the form is valid without a card, and sends none', () => {
    const form = filled(emptyForm(typed), 'hosted');
    expect(checkBilling(filled(emptyForm(values), 'hosted'))(values)).toEqual({});
    const body = billingBody({ ...form, ...sent });
    expect(Object.keys(body).filter((field) => (cardFields as readonly string[]).includes(field))).toEqual([]);
    expect(body).toMatchObject({ step: '4', card_currency: 'USD', customer_name: 'Lee Inc', nb_users: 2 });
  });

  test('the currency still has to be available', () => {
    expect(checkBilling(filled(emptyForm(values), 'hosted'))({ ...values, card_currency: 'PLN' })).toEqual({
      card_currency: 'currencyUnavailable',
    });
  });

  test('on the page, the card is required and sent', () => {
    expect(rules(values)).toMatchObject({ card_number: 'blank' });
    const form = filled(emptyForm({ ...typed, card_end_month: '12', card_end_year: '30' }));
    expect(billingBody({ ...form, ...sent })).toMatchObject({ card_type: 'visa', card_number: '4242424242424242' });
  });
});
