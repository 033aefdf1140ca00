import { describe, expect, it } from 'vitest';
import { type Check, checkAll, clear, edit, emptyForm, hasErrors, leave, withErrors } from '#domain/form.ts';

type Values = { password: string; repeatPassword: string };

const check: Check<Values> = ({ password, repeatPassword }) => ({
  ...(password === '' ? { password: 'blank' } : {}),
  ...(repeatPassword === password ? {} : { repeatPassword: 'passwordsDiffer' }),
});
const fresh = emptyForm<Values>({ password: '', repeatPassword: '' });

describe('§5: forms validate on blur and on change', () => {
  it('a new form shows no errors', () => {
    expect(fresh.errors).toEqual({});
  });

  it('only a field that was left empty shows its error', () => {
    expect(leave({ ...fresh, values: { password: '', repeatPassword: 'x' } }, 'password', check).errors).toEqual({
      password: 'blank',
    });
  });

  it('a change is checked at once', () => {
    const edited = edit(fresh, { password: 'secret' }, check);
    expect(edited.errors).toEqual({});
    expect(edit(edited, { password: '' }, check).errors).toEqual({ password: 'blank' });
  });

  it('a change of one field checks the touched ones that depend on it', () => {
    const equal = edit(edit(fresh, { password: 'one' }, check), { repeatPassword: 'one' }, check);
    expect(equal.errors).toEqual({});
    const other = edit(equal, { password: 'two' }, check);
    expect(other.errors).toEqual({ repeatPassword: 'passwordsDiffer' });
    expect(edit(other, { password: 'one' }, check).errors).toEqual({});
  });

  it('on submit every invalid field shows its error', () => {
    expect(checkAll({ ...fresh, values: { password: '', repeatPassword: 'x' } }, check).errors).toEqual({
      password: 'blank',
      repeatPassword: 'passwordsDiffer',
    });
  });

  it('has errors while a field shows one', () => {
    expect(hasErrors(fresh)).toBe(false);
    expect(hasErrors(checkAll(fresh, check))).toBe(true);
  });
});

describe('§5: server field errors attach to the matching form field', () => {
  const refused = withErrors(edit(fresh, { password: 'a', repeatPassword: 'a' }, check), { password: 'Too common.' });

  it('and are shown', () => {
    expect(refused.errors).toEqual({ password: 'Too common.' });
  });

  it('and stay while another field is edited or left', () => {
    expect(edit(refused, { repeatPassword: 'b' }, check).errors).toEqual({
      password: 'Too common.',
      repeatPassword: 'passwordsDiffer',
    });
    expect(leave(refused, 'repeatPassword', check).errors).toEqual({ password: 'Too common.' });
  });

  it('and are removed when their field is edited or the form is sent again', () => {
    expect(edit(refused, { password: 'b', repeatPassword: 'b' }, check).errors).toEqual({});
    expect(checkAll(refused, check).errors).toEqual({});
  });
});

describe('what the app clears', () => {
  const filled = edit(fresh, { password: 'one', repeatPassword: 'two' }, check);

  it('counts as untouched and shows no error; the other fields keep theirs', () => {
    const cleared = clear(
      withErrors(filled, { password: 'Too common.', repeatPassword: 'No.' }),
      { password: '' },
      check,
    );
    expect(cleared).toEqual({
      values: { password: '', repeatPassword: 'two' },
      touched: ['repeatPassword'],
      serverErrors: { repeatPassword: 'No.' },
      errors: { repeatPassword: 'No.' },
    });
    expect(leave(cleared, 'password', check).errors).toMatchObject({ password: 'blank' });
  });
});

it('each field is touched once, however often it is edited and left', () => {
  const edited = edit(edit(fresh, { password: 'a' }, check), { password: 'b' }, check);
  expect(leave(edited, 'password', check).touched).toEqual(['password']);
});
