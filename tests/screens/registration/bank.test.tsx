import { BankOverlay } from '#screens/registration/BankOverlay.tsx';
import { bankCheckCases } from '../../machines/registration/bankCheck.cases.ts';
import { testScreen } from '../../support/screen.tsx';
import { wizard } from './wizard.ts';

const frame = { texts: ['One more thing'], buttons: { Cancel: { type: 'CANCEL' } } } as const;

testScreen('bank', bankCheckCases, {
  screen: (props) => <BankOverlay {...props} wizard={wizard} />,
  expectations: {
    opening: 'passed',
    'framed.loading': { ...frame, texts: ['Loading the page…'] },
    'framed.stalled': {
      texts: ["The page hasn't loaded.", 'open it in a new tab'],
      buttons: { ...frame.buttons, 'Try again': { type: 'TRY_AGAIN' }, "I'm done": { type: 'BANK_ANSWERED' } },
    },
    'framed.open': {
      texts: ['Page still empty? Open it in a new tab'],
      buttons: { ...frame.buttons, "I'm done": { type: 'BANK_ANSWERED' } },
    },
    answered: 'passed',
    cancelled: 'passed',
    timedOut: 'passed',
    blocked: 'passed',
  },
});
