import { expect, test, vi } from 'vitest';
import { reloadForAnswer } from '#app/document/outdatedPage.ts';
import type { CallName } from '#contract/calls.ts';

function page(mayReload = true) {
  const amend = vi.fn();
  const reload = vi.fn(() => mayReload);
  return { isLeft: reloadForAnswer({ amend }, reload), amend, reload };
}

test.each<CallName>(['readRegistration', 'listPackages', 'readAccount', 'readInvitation', 'updateRegistration'])(
  'an answer to %s of an unknown shape reloads the page',
  (name) => {
    const { isLeft, reload } = page();
    expect(isLeft(name, {})).toBe(true);
    expect(reload).toHaveBeenCalledExactlyOnceWith('answer');
  },
);

test.each<CallName>([
  'login',
  'loginWithCode',
  'resetPassword',
  'openRegistrationSession',
  'acceptInvitation',
  'confirmCustomer',
  'redeemDiscount',
  'changePassword',
  'cancelTrial',
  'logOut',
  'recordEvent',
])('after %s, whose result no later call returns, the page stays', (name) => {
  const { isLeft, reload } = page();
  expect(isLeft(name, { token: 't' })).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

test('the token of a started sign-up is kept in the address, whatever else the response contains', () => {
  const { isLeft, amend } = page();
  expect(isLeft('createRegistration', { token: 't1', step: 'identity', completed_at: null })).toBe(true);
  expect(amend).toHaveBeenCalledExactlyOnceWith({ token: 't1' });
});

test('the token is kept also if the reload did not help', () => {
  const { isLeft, amend } = page(false);
  expect(isLeft('createRegistration', { token: 't1' })).toBe(false);
  expect(amend).toHaveBeenCalledExactlyOnceWith({ token: 't1' });
});

test.each([null, {}, { token: '' }, { token: 7 }, 'token'])('%j contains no token', (body) => {
  const { isLeft, amend } = page();
  expect(isLeft('createRegistration', body)).toBe(true);
  expect(amend).not.toHaveBeenCalled();
});
