import { describe, expect, test } from 'vitest';
import { billingForm } from '#contract/billing.ts';
import {
  AccountAgainForm,
  AccountForm,
  ConfirmForm,
  check,
  cleaned,
  EmailForm,
  InvitationForm,
  isRight,
  LoginForm,
  NewPasswordForm,
  PasswordChangeForm,
  PasswordForm,
} from '#contract/forms.ts';

describe('§2 Login', () => {
  const right = { email: ' ann@acme.example ', password: ' secret ', remember_me: false };
  test('the address is trimmed, the password never', () => {
    expect(cleaned(LoginForm, right)).toEqual({ email: 'ann@acme.example', password: ' secret ', remember_me: false });
  });
  test.each([
    ['nothing typed', { email: '', password: '' }, { email: 'blank', password: 'blank' }],
    ['blanks only', { email: '   ' }, { email: 'blank' }],
    ['no address', { email: 'ann' }, { email: 'email' }],
    ['a short password is still a password', { password: 'x' }, {}],
  ])('%s', (_, change, errors) => {
    expect(check(LoginForm)({ ...right, ...change })).toEqual(errors);
    expect(isRight(LoginForm, { ...right, ...change })).toBe(Object.keys(errors).length === 0);
  });
});

test.each([
  ['', { email: 'blank' }],
  ['ann@', { email: 'email' }],
  ['ann@acme.example', {}],
  ["o'brien@acme.example", {}],
  ['ann+phone_1@sub-2.acme.example', {}],
  ['a&b!c@acme.example', {}],
  ['ann@xn--bcher-kva.example', {}],
  ['ann@acme', { email: 'email' }],
  ['ann@acme.', { email: 'email' }],
  ['ann@acme.e', { email: 'email' }],
  ['ann@@acme.example', { email: 'email' }],
  ['ann berg@acme.example', { email: 'email' }],
  ['anna\u00a0@acme.example', { email: 'email' }],
  ['anna\u2003berg@acme.example', { email: 'email' }],
  ['anna@acme.example\nberg', { email: 'email' }],
  ['ann@acme.example,bob@acme.example', { email: 'email' }],
  ['Ann <ann@acme.example>', { email: 'email' }],
  [`${'a'.repeat(250)}@acme.example`, { email: 'tooLong' }],
  ['a@b.example\r\nBcc: c@d.example', { email: 'email' }],
  ['info@müller.example', {}],
  ['info@mu\u0308ller.example', {}],
  ['INFO@MÜLLER.EXAMPLE', {}],
  ['info@пример.рф', {}],
  ['info@xn--e1afmkfd.xn--p1ai', {}],
  ['info@müller', { email: 'email' }],
  ['info@mü ller.example', { email: 'email' }],
  ['info@müller..example', { email: 'email' }],
  ['info@-müller-.example:80', { email: 'email' }],
  [`info@${'ü'.repeat(70)}.example`, { email: 'email' }],
  ['użytkownik@acme.example', { email: 'foreignLetter:ż' }],
  ['uz\u0307ytkownik@acme.example', { email: 'foreignLetter:ż' }],
  ['аnna@acme.example', { email: 'foreignLetter:а' }],
  ['почта@пример.рф', { email: 'foreignLetter:п' }],
  ['użytkownik', { email: 'email' }],
  ['\u200b ann@acme.example\u202c', {}],
  ['\u2060ann@acme.example\u200e \u00ad', {}],
  ['ann\u200b@acme.example', { email: 'invisibleInEmail' }],
  ['ann@ac\u00adme.example', { email: 'invisibleInEmail' }],
  ['ann@acme.example\u202c.', { email: 'invisibleInEmail' }],
  ['\u200b\u2060', { email: 'blank' }],
])('§2 Request reset link: %j', (email, errors) => {
  expect(check(EmailForm)({ email })).toEqual(errors);
});

test.each([
  ['\u200b ann@acme.example\u202c', 'ann@acme.example'],
  [' Info@mu\u0308ller.example', 'Info@müller.example'],
])('the address %j is sent as %j', (email, sent) => {
  expect(cleaned(EmailForm, { email })).toEqual({ email: sent });
});

describe('what is pasted with characters that nobody sees', () => {
  const person = { first_name: 'Ann', last_name: 'Lee', password: 'seven tall giraffes' };
  test.each(['\u200b', '\u202c', '\u2060', '\u200e', '\u00ad', '\u2800'])(
    '%j around a name is left out, inside it is named',
    (sign) => {
      expect(cleaned(InvitationForm, { ...person, first_name: `${sign}Ann ${sign}` })).toEqual(person);
      expect(check(InvitationForm)({ ...person, first_name: `A${sign}nn` })).toEqual({ first_name: 'invisible' });
      expect(check(InvitationForm)({ ...person, first_name: sign })).toEqual({ first_name: 'blank' });
    },
  );
  test.each(['\n', '\r\n', '\t', '\u2028', '\u2029'])('the line break %j in a name is a space', (sign) => {
    expect(cleaned(InvitationForm, { ...person, first_name: `Ann${sign}Mary` }).first_name).toBe('Ann Mary');
    expect(check(InvitationForm)({ ...person, first_name: sign })).toEqual({ first_name: 'blank' });
  });
  test('names that need a joiner keep it', () => {
    expect(cleaned(InvitationForm, { ...person, first_name: 'علی\u200cرضا' }).first_name).toBe('علی\u200cرضا');
  });
  test('a password is never altered', () => {
    const password = '\u200b seven tall\u2060giraffes \u202c';
    expect(cleaned(InvitationForm, { ...person, password }).password).toBe(password);
    expect(cleaned(PasswordForm, { password }).password).toBe(password);
  });
});

test.each([
  ['', '', { password: 'required', repeatPassword: 'required' }],
  ['correct horse', '', { repeatPassword: 'required' }],
  ['', 'correct horse', { password: 'required' }],
  ['correct horse', 'wrong horse', { repeatPassword: 'passwordsDiffer' }],
  ['short', 'short', { password: 'passwordShort' }],
  ['correct horse', 'correct horse', {}],
  ['correct horse ', 'correct horse', { repeatPassword: 'passwordsDiffer' }],
  ['🔑🔑🔑🔑🔑🔑🔑🔑', '🔑🔑🔑🔑🔑🔑🔑🔑', {}],
])('§5 Reset password: %j and %j', (password, repeatPassword, errors) => {
  expect(check(NewPasswordForm)({ password, repeatPassword })).toEqual(errors);
});

test.each([
  ['a\ud83d', 'illFormed'],
  ['\udd11', 'illFormed'],
  ['a🔑', undefined],
])('half a character is refused, for it cannot be kept as it was typed: %j', (text, error) => {
  const unsavedInput = { first_name: text, last_name: 'Archer', password: `correct horse ${text}` };
  const expected = error === undefined ? {} : { first_name: error, password: error };
  expect(check(InvitationForm)(unsavedInput)).toEqual(expected);
});

test('what no line of text can hold is taken out before the edges are trimmed', () => {
  const unsavedInput = { first_name: '\u0000 Ann\u0007 ', last_name: 'Archer', password: 'correct horse' };
  expect(cleaned(InvitationForm, unsavedInput)).toMatchObject({ first_name: 'Ann' });
});

describe('§5 Step 1', () => {
  const right = {
    first_name: 'Ann',
    last_name: 'Archer',
    email: 'ann@acme.example',
    password: 'correct horse',
    terms: true,
  };
  const empty = { first_name: ' ', last_name: '', email: '', password: '', terms: false };
  test('every field is required, and the terms', () => {
    expect(check(AccountForm)(right)).toEqual({});
    expect(check(AccountForm)(empty)).toEqual({
      first_name: 'blank',
      last_name: 'blank',
      email: 'blank',
      password: 'blank',
      terms: 'consent',
    });
  });
  test('once the account exists, an empty password leaves it as it is', () => {
    expect(check(AccountAgainForm)({ ...right, password: '' })).toEqual({});
    expect(check(AccountAgainForm)({ ...right, password: 'short' })).toEqual({ password: 'passwordShort' });
    expect(check(AccountAgainForm)(right)).toEqual({});
  });
  test('in sso mode e-mail and password are not asked', () => {
    expect(check(ConfirmForm)({ ...empty, first_name: 'Ann', last_name: 'Archer', terms: true })).toEqual({});
    expect(check(ConfirmForm)(empty)).toEqual({ first_name: 'blank', last_name: 'blank', terms: 'consent' });
  });
});

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
    '%s: what nobody sees is left out around it, and named inside',
    (field) => {
      expect(cleaned(BillingForm, { ...right, [field]: '\u200b\u202aAB 1\u202c ' })[field]).toBe('AB 1');
      expect(check(BillingForm)({ ...right, [field]: 'AB\u200b1' })).toEqual({ [field]: 'invisible' });
    },
  );
  test('digits of a card are read without what nobody sees', () => {
    const pasted = { card_number: '\u202a4242 4242\u200b 4242 4242\u202c', card_cvv: '\u2060123\u200b' };
    const { card_number, card_cvv } = cleaned(BillingForm, { ...right, ...pasted });
    expect([card_number, card_cvv]).toEqual(['4242424242424242', '123']);
  });
  test.each(['IE', 'CW', 'SX', 'BQ', 'CK', 'SS'])('a card from %s needs no postal code', (card_country) => {
    expect(check(BillingForm)({ ...right, card_country, card_postcode: '' })).toEqual({});
  });
});

test('§6 an invited teammate gives a name and a password', () => {
  expect(check(InvitationForm)({ first_name: '', last_name: ' ', password: 'short' })).toEqual({
    first_name: 'blank',
    last_name: 'blank',
    password: 'passwordShort',
  });
});

test('the dashboard asks for the present password', () => {
  expect(check(PasswordForm)({ password: '' })).toEqual({ password: 'blank' });
  expect(check(PasswordChangeForm)({ current_password: '', password: '1234567' })).toEqual({
    current_password: 'blank',
    password: 'passwordShort',
  });
});
