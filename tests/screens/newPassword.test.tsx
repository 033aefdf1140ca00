import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { ActorView } from '#app/actorView.tsx';
import { newPasswordMachine } from '#machines/newPassword.machine.ts';
import { NewPasswordScreen } from '#screens/newPassword/NewPasswordScreen.tsx';
import { newPasswordCases } from '../machines/newPassword.cases.ts';
import { apiAnswering } from '../support/apiAnswering.ts';
import { renderScreen, testScreen } from '../support/screen.tsx';
import { started } from '../support/started.ts';

const form = {
  heading: 'Choose a new password',
  texts: ['Use at least 8 characters.', 'Request a new link'],
  buttons: { 'Change password': { type: 'SUBMIT' } },
} as const;
const leaving = { texts: ['Loading…'] };

testScreen('new password', newPasswordCases, {
  screen: NewPasswordScreen,
  expectations: {
    opening: 'passed',
    tokenMissing: { ...form, texts: ['Password reset token not found.', 'Request a new link'] },
    'editing.readingAddress': { ...form, fields: ['New password', 'Confirm new password'] },
    'editing.ready': { ...form, fields: ['New password', 'Confirm new password'] },
    resetting: form,
    tokenInvalid: {
      heading: 'This link no longer works',
      texts: ['You may have changed your password already', 'Log in', 'Request a new link'],
    },
    loggingIn: form,
    loggedIn: leaving,
    challenged: leaving,
    passwordChanged: leaving,
  },
});

test('the form contains the e-mail address as username once it is known', async () => {
  const actor = started(
    createActor(
      newPasswordMachine.provide({
        actors: {
          readReset: apiAnswering('readReset', { status: 200, data: { data: { email: 'ann@acme.example' } } }),
        },
      }),
      { input: { token: 'r1' } },
    ),
  );
  const { container } = renderScreen(<ActorView actor={actor} screen={NewPasswordScreen} />);
  const username = () => container.querySelector<HTMLInputElement>('form [autocomplete="username"]');
  expect(username()).toBeNull();
  await expect.poll(() => username()?.value).toBe('ann@acme.example');
  expect(username()?.compareDocumentPosition(container.querySelector('[autocomplete="new-password"]') as Node)).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
});
