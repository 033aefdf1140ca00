import { expect, test, vi } from 'vitest';
import { loadFirstMessages } from '#text/pageMessages.ts';
import { partsOf } from '../../tools/messageParts.ts';

const { first, rest } = partsOf([
  'Log in',
  "Let's create your account",
  'We sent a six-digit code to {email}.',
  'Cookies on this site',
  'Your invoices are never shown',
]);

test('the first screens have their messages, the others come with the screens that show them', () => {
  expect([...first]).toEqual(['Log in', "Let's create your account"]);
  expect([...rest]).toEqual(['We sent a six-digit code to {email}.', 'Cookies on this site']);
});

test('a message that the app does not use reaches no page', () => {
  expect(first.has('Your invoices are never shown') || rest.has('Your invoices are never shown')).toBe(false);
});

test('a message that equals its id is in no catalogue, and is shown without a warning', async () => {
  const warn = vi.spyOn(console, 'warn');
  const english = await loadFirstMessages('en');
  expect(english.messages).not.toHaveProperty('Log in');
  expect(english._('Log in')).toBe('Log in');
  expect((await loadFirstMessages('de'))._('Log in')).toBe('Anmelden');
  expect(warn).not.toHaveBeenCalled();
});
