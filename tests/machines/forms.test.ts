import { describe, expect, test } from 'vitest';
import {
  AccountAgainForm,
  AccountForm,
  ConfirmForm,
  check,
  cleaned,
  EmailForm,
  InvitationForm,
  isValid,
  LoginForm,
  NewPasswordForm,
  PasswordChangeForm,
  SecondFactorForm,
} from '#machines/forms.ts';

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
    expect(isValid(LoginForm, { ...right, ...change })).toBe(Object.keys(errors).length === 0);
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

describe('values pasted with invisible characters', () => {
  const person = { first_name: 'Ann', last_name: 'Lee', password: 'seven tall giraffes' };
  test.each(['\u200b', '\u202c', '\u2060', '\u200e', '\u00ad', '\u2800'])(
    '%j is trimmed around a name and rejected inside it',
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
    expect(cleaned(SecondFactorForm, { password, end_other_sessions: false }).password).toBe(password);
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
])('an unpaired surrogate is rejected, because it cannot be stored: %j', (text, error) => {
  const unsavedInput = { first_name: text, last_name: 'Archer', password: `correct horse ${text}` };
  const expected = error === undefined ? {} : { first_name: error, password: error };
  expect(check(InvitationForm)(unsavedInput)).toEqual(expected);
});

test('characters that a line of text cannot contain are removed before trimming', () => {
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
  test('once the account exists, an empty password keeps it unchanged', () => {
    expect(check(AccountAgainForm)({ ...right, password: '' })).toEqual({});
    expect(check(AccountAgainForm)({ ...right, password: 'short' })).toEqual({ password: 'passwordShort' });
    expect(check(AccountAgainForm)(right)).toEqual({});
  });
  test('in sso mode e-mail and password are not required', () => {
    expect(check(ConfirmForm)({ ...empty, first_name: 'Ann', last_name: 'Archer', terms: true })).toEqual({});
    expect(check(ConfirmForm)(empty)).toEqual({ first_name: 'blank', last_name: 'blank', terms: 'consent' });
  });
});

test('§6 an invited teammate gives a name and a password', () => {
  expect(check(InvitationForm)({ first_name: '', last_name: ' ', password: 'short' })).toEqual({
    first_name: 'blank',
    last_name: 'blank',
    password: 'passwordShort',
  });
});

test('the dashboard requires the current password', () => {
  expect(check(SecondFactorForm)({ password: '', end_other_sessions: false })).toEqual({ password: 'blank' });
  expect(check(PasswordChangeForm)({ current_password: '', password: '1234567' })).toEqual({
    current_password: 'blank',
    password: 'passwordShort',
  });
});
