import { ResumptionScreen } from '#screens/registration/ResumptionScreen.tsx';
import { resumptionCases } from '../../machines/registration/resumption.cases.ts';
import { testScreen } from '../../support/screen.tsx';

testScreen('resumption', resumptionCases, {
  screen: ResumptionScreen,
  expectations: {
    reading: { texts: ['Loading…'] },
    resumed: { texts: ['Loading…'] },
    startedAgain: { texts: ['Loading…'] },
    offering: {
      heading: 'Continue your sign-up?',
      texts: ['You have already started to sign up'],
      buttons: { Continue: { type: 'RESUME' }, 'Start again': { type: 'START_AGAIN' } },
    },
  },
});
