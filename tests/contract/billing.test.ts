import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { billingForm, hostedBillingForm } from '#contract/billing.ts';
import { check, cleaned } from '#machines/forms.ts';
import { zlotyRows } from '../support/currencyRows.ts';

describe('§5 Step 4', () => {
  const BillingForm = billingForm({ today: '2025-03-05', numberCountry: 'UK' });
  const right = {
    card_number: '4242 4242 4242 4242',
    card_end_month: '3',
    card_end_year: '25',
    card_cvv: '123',
    card_name: 'Ann Archer',
    card_country: 'UK',
    card_postcode: 'sw1a 1aa',
    card_currency: 'GBP' as const,
    customer_name: '',
    customer_country: '',
    customer_postcode: '',
    customer_address: '',
    customer_city: '',
    customer_vat: '',
  };
  test('spaces are removed, the year is sent as 20 and two digits, the postal code in upper case', () => {
    expect(cleaned(BillingForm, right)).toEqual({
      ...right,
      card_number: '4242424242424242',
      card_end_month: '03',
      card_end_year: '2025',
      card_postcode: 'SW1A 1AA',
    });
  });
  test('a postal code in digits of another script is sent with the digits 0–9', () => {
    const foreign = { ...right, card_postcode: '１０１１５', customer_postcode: '٠٠-٩٥٠' };
    expect(cleaned(BillingForm, foreign)).toMatchObject({ card_postcode: '10115', customer_postcode: '00-950' });
  });
  test('the card is required, the company is optional', () => {
    const empty = Object.fromEntries(Object.keys(right).map((field) => [field, ''])) as typeof right;
    expect(check(BillingForm)({ ...empty, card_currency: 'GBP' })).toEqual({
      card_number: 'blank',
      card_end_month: 'blank',
      card_end_year: 'blank',
      card_cvv: 'blank',
      card_name: 'blank',
      card_country: 'blank',
      card_postcode: 'blank',
    });
  });
  test.each([
    ['a wrong checksum', { card_number: '4242 4242 4242 4241' }, { card_number: 'cardNumberInvalid' }],
    ['a wrong length', { card_number: '4242 4242 4242 424' }, { card_number: 'cardNumberInvalid' }],
    ['American Express with four digits', { card_number: '3782 822463 10005', card_cvv: '1234' }, {}],
    [
      'American Express with three',
      { card_number: '3782 822463 10005', card_cvv: '123' },
      { card_cvv: 'securityCodeInvalid' },
    ],
    ['Visa with four digits', { card_cvv: '1234' }, { card_cvv: 'securityCodeInvalid' }],
    ['letters in the code', { card_cvv: '12a' }, { card_cvv: 'securityCodeInvalid' }],
    [
      'a letter before four digits of American Express',
      { card_number: '3782 822463 10005', card_cvv: 'a123' },
      { card_cvv: 'securityCodeInvalid' },
    ],
    [
      'a letter after them',
      { card_number: '3782 822463 10005', card_cvv: '123a' },
      { card_cvv: 'securityCodeInvalid' },
    ],
    ['month 13', { card_end_month: '13' }, { card_end_month: 'expiryInvalid' }],
    ['half a year', { card_end_year: '2' }, { card_end_year: 'expiryInvalid' }],
    ['a card that expired last month', { card_end_month: '02' }, { card_end_month: 'cardExpired' }],
    ['a card that lives until the end of this month', { card_end_month: '03' }, {}],
    ['an autofilled year of four digits', { card_end_year: '2027' }, {}],
    ['no postal code where the post knows them', { card_postcode: ' ' }, { card_postcode: 'blank' }],
    ['no postal code where the post knows none', { card_country: 'HK', card_postcode: '' }, {}],
    ['a postal code where the post knows none', { card_country: 'AE', card_postcode: '00000' }, {}],
    ['a postal code of 20 characters', { card_postcode: 'x'.repeat(20) }, {}],
    ['a postal code of 21 characters', { card_postcode: 'x'.repeat(21) }, { card_postcode: 'tooLong' }],
    [
      'a postal code of the company of 21 characters',
      { customer_postcode: 'x'.repeat(21) },
      { customer_postcode: 'tooLong' },
    ],
    [
      'neither country nor postal code',
      { card_country: '', card_postcode: '' },
      { card_country: 'blank', card_postcode: 'blank' },
    ],
    ['a name of 255 characters', { card_name: 'x'.repeat(255) }, {}],
    ['a name of 256 characters', { card_name: 'x'.repeat(256) }, { card_name: 'tooLong' }],
  ])('%s', (_, change, errors) => {
    expect(check(BillingForm)({ ...right, ...change })).toEqual(errors);
  });
  test.each(['card_name', 'card_postcode', 'customer_name', 'customer_postcode', 'customer_city'] as const)(
    '%s: invisible characters are trimmed around it and rejected inside',
    (field) => {
      expect(cleaned(BillingForm, { ...right, [field]: '\u200b\u202aAB 1\u202c ' })[field]).toBe('AB 1');
      expect(check(BillingForm)({ ...right, [field]: 'AB\u200b1' })).toEqual({ [field]: 'invisible' });
    },
  );
  test('card digits are read without invisible characters', () => {
    const pasted = { card_number: '\u202a4242 4242\u200b 4242 4242\u202c', card_cvv: '\u2060123\u200b' };
    const { card_number, card_cvv } = cleaned(BillingForm, { ...right, ...pasted });
    expect([card_number, card_cvv]).toEqual(['4242424242424242', '123']);
  });
  test.each(['IE', 'CW', 'SX', 'BQ', 'CK', 'SS'])('a card from %s needs no postal code', (card_country) => {
    expect(check(BillingForm)({ ...right, card_country, card_postcode: '' })).toEqual({});
  });

  /** The messages of each field; a server gets any JSON, and may not fail on it. */
  const issuesOf = (values: object, schema: v.GenericSchema = BillingForm) =>
    Object.groupBy(v.safeParse(schema, values).issues ?? [], (issue) => v.getDotPath(issue) ?? '');
  const fields = Object.keys(right);

  test('what is missing is reported once at its field, and nothing that depends on it', () => {
    const issues = issuesOf({});
    expect(Object.keys(issues).sort()).toEqual(fields.toSorted());
    expect(Object.values(issues).filter((messages) => messages?.length !== 1)).toEqual([]);
    for (const field of fields) {
      const { [field]: _, ...rest } = { ...right, card_currency: 'PLN', card_country: 'PL' } as Record<string, string>;
      const counts = Object.entries(issuesOf(rest)).map(([name, messages]) => [name, messages?.length]);
      expect(counts).toEqual([[field, 1]]);
    }
    // Whether PLN is available depends on the company, too.
    const { customer_country: _, ...rest } = { ...right, card_currency: 'PLN' };
    expect(Object.keys(issuesOf(rest))).toEqual(['customer_country']);
  });
  test('a missing field hides nothing that is wrong elsewhere', () => {
    const { card_name: _, ...rest } = right;
    const wrong = { card_cvv: '1234', card_postcode: '', card_end_month: '02', card_currency: 'PLN' };
    const fieldsOf = (issues: object) => Object.keys(issues).sort();
    expect(fieldsOf(issuesOf({ ...rest, ...wrong }))).toEqual(['card_name', ...Object.keys(wrong)].sort());
    const { customer_name: __, ...hosted } = { ...right, card_currency: 'PLN' };
    const issues = issuesOf(hosted, hostedBillingForm({ numberCountry: 'UK' }));
    expect(fieldsOf(issues)).toEqual(['card_currency', 'customer_name']);
  });
  test('a postal code is asked for while the country is missing', () => {
    const { card_country: _, ...rest } = { ...right, card_postcode: '' };
    expect(Object.keys(issuesOf(rest)).sort()).toEqual(['card_country', 'card_postcode']);
  });

  describe('§9: PLN', () => {
    const unavailable = (accepted: boolean) => (accepted ? {} : { card_currency: 'currencyUnavailable' });
    const order = (customer_country: string, card_currency: 'PLN' | 'EUR' = 'PLN') => ({
      ...right,
      customer_country,
      card_currency,
    });

    test.each(zlotyRows)('card $card, company "$company", number $number: $accepted', (row) => {
      const form = billingForm({ today: '2025-03-05', numberCountry: row.number });
      expect(check(form)({ ...order(row.company), card_country: row.card })).toEqual(unavailable(row.accepted));
    });
    test.each([
      ['', 'UK', false],
      ['DE', 'UK', false],
      ['PL', 'UK', true],
      ['', 'PL', true],
      ['', null, false],
      ['PL', null, true],
      ['', undefined, true],
    ] as const)('with a page of the bank: company "%s", number %s: %s', (company, numberCountry, accepted) => {
      const hosted = hostedBillingForm({ numberCountry });
      expect(check(hosted)(order(company))).toEqual(unavailable(accepted));
      expect(check(hosted)(order(company, 'EUR'))).toEqual({});
      expect(Object.keys(issuesOf(order(company), hosted))).toEqual(accepted ? [] : ['card_currency']);
    });
    test('while the number is not known it may be a Polish one; without a number it is not', () => {
      const form = (numberCountry: null | undefined) => check(billingForm({ today: '2025-03-05', numberCountry }));
      expect(form(undefined)(order(''))).toEqual({});
      expect(form(undefined)({ ...order(''), card_cvv: '12' })).toEqual({ card_cvv: 'securityCodeInvalid' });
      expect(form(null)(order(''))).toEqual(unavailable(false));
    });
    test('with a page of the bank, what is missing is reported once', () => {
      const hosted = hostedBillingForm({ numberCountry: 'UK' });
      const { customer_country: _, ...rest } = order('');
      expect(Object.keys(issuesOf(rest, hosted))).toEqual(['customer_country']);
      const { card_currency: __, ...without } = order('');
      expect(issuesOf(without, hosted)['card_currency']).toHaveLength(1);
      expect(Object.values(issuesOf({}, hosted)).map((messages) => messages?.length)).toEqual(Array(7).fill(1));
    });
  });
});
