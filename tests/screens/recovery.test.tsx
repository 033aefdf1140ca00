import { RecoveryScreen } from '#screens/recovery/RecoveryScreen.tsx';
import { recoveryCases } from '../machines/recovery.cases.ts';
import { testScreen } from '../support/screen.tsx';

const form = { heading: 'Forgot your password?', buttons: { 'Request reset link': { type: 'SUBMIT' } } } as const;

testScreen('recovery', recoveryCases, {
  screen: RecoveryScreen,
  expectations: {
    editing: { ...form, fields: ['Email'] },
    requesting: form,
    sent: {
      heading: 'Check your email',
      texts: [
        "If there's an account for ann@acme.example, we've sent it a reset link.",
        'spam folder',
        'Contact support',
      ],
      buttons: { 'Use a different email address': { type: 'BACK' } },
    },
  },
});
