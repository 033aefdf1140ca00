import { RegistrationScreen } from '#screens/registration/RegistrationScreen.tsx';
import { preloadSteps } from '#screens/registration/stepScreens.ts';
import { registrationCases } from '../../machines/registration/registration.cases.ts';
import { testScreen } from '../../support/screen.tsx';

await preloadSteps();

/** The frame of the wizard; its steps are flows of their own, with tests of their own. */
const Frame = ({ state, send }: Parameters<typeof RegistrationScreen>[0]) => (
  <RegistrationScreen state={{ ...state, children: {} }} send={send} />
);
const step = (n: number) => ({ texts: [`Step ${n} of 4`] });

testScreen('registration', registrationCases, {
  screen: Frame,
  expectations: {
    opening: 'passed',
    loadingReferenceData: { heading: 'Sign up', texts: ['Loading…'] },
    loading: { heading: 'Sign up', texts: ['Loading…'] },
    failed: {
      heading: "We couldn't load your sign-up",
      buttons: { 'Try again': { type: 'TRY_AGAIN' } },
    },
    registrationNotFound: {
      heading: "You can't continue this sign-up",
      texts: ['You may have finished it already', 'Log in'],
      buttons: { 'Start again': { type: 'START_AGAIN' } },
    },
    broken: 'passed',
    arriving: 'passed',
    answered: 'passed',
    'filling.step.opening': 'passed',
    'filling.step.left': 'passed',
    'filling.step.creatingAccount': step(1),
    'filling.step.readingAccount': step(1),
    'filling.step.verifyingEmail': step(2),
    'filling.step.confirmingAccount': { texts: [' of 4'] },
    'filling.step.choosingPlan': step(2),
    'filling.step.choosingNumber': step(3),
    'filling.step.choosingPlanAndNumber': step(3),
    'filling.step.enteringBilling': step(4),
    'filling.hostedPage.closed': { texts: [' of 4'] },
    'filling.hostedPage.open': { texts: [' of 4'] },
    'filling.hostedPage.reading': { texts: [' of 4'] },
    'filling.hostedPage.read': 'passed',
    choosingTeam: {},
    joinedTeam: { texts: ['Loading…'] },
    challenged: { texts: ['Loading…'] },
    rereading: { texts: ['Loading…'] },
    loggingIn: { heading: 'Your trial has started', texts: ['Logging you in'] },
    showingSuccess: { heading: 'Your trial has started', texts: ['Logging you in'] },
    notLoggedIn: { heading: 'Your trial has started', buttons: { 'Log in': { type: 'LOG_IN' } } },
    completed: 'passed',
    loggedIn: { heading: 'Your trial has started' },
  },
});
