import { BillingStep } from '#screens/registration/BillingStep.tsx';
import { billingCases } from '../../machines/registration/billing.cases.ts';
import { testScreen } from '../../support/screen.tsx';
import { wizard } from './wizard.ts';

const card = ['Card number', 'Expiry month (MM)', 'Expiry year (YY)', 'Security code', 'Cardholder name'];
const company = ['Company name', 'Company postal code', 'Address', 'City', 'Tax ID'];
const look = {
  heading: 'Enter your billing information',
  says: [
    'Your 30-day trial is 100% free.',
    'No charge is made until 5 Apr 2025.',
    'Cancel any time',
    'will be displayed on invoices and used to calculate tax.',
    'you authorise us to charge this card for future payments',
    'Order summary',
  ],
  fields: 'any',
  buttons: { 'Start trial': { type: 'SUBMIT' }, Back: { type: 'BACK' } },
} as const;

testScreen('billing', billingCases, {
  screen: (props) => <BillingStep {...props} wizard={wizard} />,
  looks: {
    'asking.prices.loadingPackages': look,
    'asking.prices.loadingNumberPrices': look,
    'asking.prices.missing': {
      ...look,
      says: ['The prices could not be loaded.'],
      buttons: { ...look.buttons, 'Try again': { type: 'TRY_AGAIN' } },
    },
    'asking.prices.shown': look,
    'asking.submission.open': { ...look, fields: [...card, 'Postal code', ...company] },
    'asking.submission.saving': { ...look, fields: [] },
    saved: 'passed',
    hosted: 'passed',
    moved: 'passed',
    gone: 'passed',
    wentBack: 'passed',
  },
});
