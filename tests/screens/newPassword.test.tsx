import { NewPasswordScreen } from '#screens/newPassword/NewPasswordScreen.tsx';
import { newPasswordCases } from '../machines/newPassword.cases.ts';
import { testScreen } from '../support/screen.tsx';

const form = {
  heading: 'Choose a new password',
  says: ['At least 8 characters.', 'Request a new link'],
  buttons: { 'Change password': { type: 'SUBMIT' } },
} as const;
const leaving = { says: ['Loading…'] };

testScreen('new password', newPasswordCases, {
  screen: NewPasswordScreen,
  looks: {
    opening: 'passed',
    tokenMissing: { ...form, says: ['Password reset token not found.', 'Request a new link'] },
    editing: { ...form, fields: ['New password', 'Repeat the password'] },
    resetting: form,
    tokenDead: {
      heading: 'This link no longer works',
      says: ['You may have changed your password already', 'Log in', 'Request a new link'],
    },
    loggingIn: form,
    loggedIn: leaving,
    challenged: leaving,
    passwordChanged: leaving,
  },
});
