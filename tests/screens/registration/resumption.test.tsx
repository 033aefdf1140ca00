import { ResumptionScreen } from '#screens/registration/ResumptionScreen.tsx';
import { resumptionCases } from '../../machines/registration/resumption.cases.ts';
import { testScreen } from '../../support/screen.tsx';

testScreen('resumption', resumptionCases, {
  screen: ResumptionScreen,
  expectations: {
    reading: { says: ['Loading…'] },
    resumed: { says: ['Loading…'] },
    startedAgain: { says: ['Loading…'] },
    offering: {
      heading: 'Continue your sign-up?',
      says: ['You have already started to sign up'],
      buttons: { Continue: { type: 'RESUME' }, 'Start again': { type: 'START_AGAIN' } },
    },
  },
});
