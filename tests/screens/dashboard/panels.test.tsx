import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { Account } from '#contract/account.ts';
import { numberChangeMachine } from '#machines/dashboard/numberChange.machine.ts';
import { numberPickerMachine } from '#machines/registration/numberPicker.machine.ts';
import { CancellationPanel } from '#screens/dashboard/CancellationPanel.tsx';
import { NumberChangePanel } from '#screens/dashboard/NumberChangePanel.tsx';
import { PasswordChangePanel } from '#screens/dashboard/PasswordChangePanel.tsx';
import { SecondFactorPanel } from '#screens/dashboard/SecondFactorPanel.tsx';
import { UserCountPanel } from '#screens/dashboard/UserCountPanel.tsx';
import { account, afterTrial } from '../../machines/dashboard.cases.ts';
import {
  cancellationCases,
  numberChangeCases,
  passwordChangeCases,
  secondFactorCases,
  userCountCases,
} from '../../machines/panels.cases.ts';
import { renderScreen, testScreen, withChildren } from '../../support/screen.tsx';

const nothing = { country: {}, ddi_type: {}, us_state: {} };
const numberPickers = {
  numberPicker: createActor(numberPickerMachine, {
    input: { token: null, countries: [], dictionary: nothing, saved: null, unsavedInput: null, suggestedCountry: null },
  }),
};
const close = { type: 'CLOSE' } as const;
const submit = { type: 'SUBMIT' } as const;

const question = {
  texts: [
    'Cancel your trial?',
    "You can keep using your service until 5 Apr 2025, and you won't be charged.",
    'If you change your mind, you can undo this before then.',
  ],
  buttons: { 'Cancel trial': { type: 'CONFIRM' }, 'Keep trial': close },
} as const;

testScreen('cancellation', cancellationCases, {
  screen: (props) => <CancellationPanel {...props} account={account} />,
  expectations: {
    opening: 'passed',
    confirming: question,
    cancelling: question,
    resuming: {},
    closed: {},
  },
});

const afterwards = {
  texts: ['Cancel your subscription?', "It then ends on 31 May 2025, the last day you've paid for"],
  buttons: { 'Cancel subscription': { type: 'CONFIRM' }, 'Keep subscription': close },
} as const;

testScreen('cancellation after the trial', cancellationCases, {
  screen: (props) => <CancellationPanel {...props} account={afterTrial} />,
  expectations: {
    opening: 'passed',
    confirming: afterwards,
    cancelling: afterwards,
    resuming: {},
    closed: {},
  },
});

const keep = { 'Keep current number': close, 'Change number': submit };
const warning = 'When you change your number, you lose your current one.';

testScreen('numberChange', numberChangeCases, {
  screen: ({ state, send }) => (
    <NumberChangePanel state={withChildren(state, numberPickers)} send={send} account={account} />
  ),
  expectations: {
    loadingCountries: { texts: ['Choose another number', 'Loading…'], buttons: keep },
    loadingNames: { texts: ['Choose another number', 'Loading…'], buttons: keep },
    failed: {
      texts: ["We couldn't load the list of countries."],
      buttons: { ...keep, 'Try again': { type: 'TRY_AGAIN' } },
    },
    'choosing.open': { texts: [warning, 'Country', 'Number type'], fields: 'any', buttons: keep },
    'choosing.saving': { texts: [warning], buttons: keep },
    closed: 'passed',
  },
});

/** The fees that the panel names for a number of 5.00 once and 3.00 a month. */
function feesFor(change: Partial<Account>, is_package = false) {
  const picked = { number: '+4930901820', number_id: 12, is_package, prices: { EUR: { nrc: 5, mrc: 3 } } };
  const state = createActor(numberChangeMachine).getSnapshot();
  const { container } = renderScreen(
    <NumberChangePanel
      state={{ ...state, context: { ...state.context, picked } }}
      send={() => {}}
      account={{ ...account, ...change }}
    />,
  );
  const lines = [...container.querySelectorAll('.order-line')];
  return lines.map((line) => [...line.querySelectorAll('dt, dd:not(.order-note)')].map((part) => part.textContent));
}

test.each([
  ['P', false, '€5.00', '€3.00'],
  ['P', true, '€0.00', '€0.00'],
  ['A', false, '€0.00', '€0.00'],
] as const)(
  '§9 a number in plan %s, part of a package %s, costs %s once and %s a month',
  (package_type, isPackage, once, monthly) => {
    expect(feesFor({ package_type }, isPackage)).toEqual([
      ['Number setup fee', once],
      ['Number monthly fee', monthly],
    ]);
  },
);

const invoice = (due_on: string) => ({ due_on, amount: 42, parts: [] });

test.each([
  ['in a trial that has been cancelled', { cancelled_at: '2025-03-10T09:00:00Z' }, true],
  ['on the day of the first invoice', { ...afterTrial, invoices: ['2025-04-05', '2025-05-01'].map(invoice) }, true],
  ['after it', { ...afterTrial, invoices: [invoice('2025-05-01')] }, false],
])('§1 a number that is chosen %s costs a setup fee: that is charged in the first month only', (_, change, isNamed) => {
  expect(feesFor(change).map(([label]) => label)).toEqual([
    ...(isNamed ? ['Number setup fee'] : []),
    'Number monthly fee',
  ]);
});

testScreen('userCount', userCountCases, {
  screen: (props) => <UserCountPanel {...props} plan={account} />,
  expectations: {
    editing: { texts: ['How many users do you need?'], fields: 'any', buttons: { Save: submit, Close: close } },
    changing: { texts: ['How many users do you need?'], fields: 'any', buttons: { Save: submit, Close: close } },
    closed: 'passed',
  },
});

testScreen('secondFactor', secondFactorCases, {
  screen: (props) => <SecondFactorPanel {...props} email={account.user.email} />,
  expectations: {
    editing: { texts: ['login codes?'], fields: ['Your password'], buttons: { Close: close } },
    switching: { texts: ['login codes?'], buttons: { Close: close } },
    closed: 'passed',
  },
});

const passwords = {
  texts: ['Choose a new password', "You'll stay logged in here and be logged out everywhere else."],
  buttons: { 'Change password': submit, Close: close },
};

const firstPassword = {
  texts: [
    'Choose a password',
    "You don't have a password yet. We'll email a link to ann@acme.example so you can choose one. Once you do, your other devices are logged out.",
  ],
  buttons: { 'Email me a link': { type: 'SEND_LINK' }, Close: close },
} as const;

testScreen('passwordChange', passwordChangeCases, {
  screen: (props) => <PasswordChangePanel {...props} email={account.user.email} />,
  expectations: {
    opening: 'passed',
    editing: { ...passwords, fields: ['Current password', 'New password'] },
    changing: passwords,
    offeringLink: firstPassword,
    sendingLink: firstPassword,
    linkSent: {
      texts: ["We've emailed a link to ann@acme.example. It works once and expires in 30 minutes."],
      buttons: { Close: close },
    },
    closed: 'passed',
  },
});

test('password managers get the username wherever a password is entered or chosen', () => {
  const panels = [
    () => {
      const input = { hasPassword: true, email: 'ann@acme.example' };
      const actor = createActor(passwordChangeCases.machine, { input }).start();
      return <PasswordChangePanel state={actor.getSnapshot()} send={() => {}} email="ann@acme.example" />;
    },
    () => {
      const actor = createActor(secondFactorCases.machine, { input: { isOn: false } }).start();
      return <SecondFactorPanel state={actor.getSnapshot()} send={() => {}} email="ann@acme.example" />;
    },
  ];
  for (const panel of panels) {
    const { container, unmount } = renderScreen(panel());
    const username = container.querySelector<HTMLInputElement>('form [autocomplete="username"]');
    expect(username?.value).toBe('ann@acme.example');
    const password = container.querySelector('form [type="password"]') as Node;
    expect(username?.compareDocumentPosition(password)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    unmount();
  }
});
