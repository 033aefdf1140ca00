import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { AccountStep } from '#screens/registration/AccountStep.tsx';
import { accountCases } from '../../machines/registration/account.cases.ts';
import { casesFrom } from '../../support/flow.ts';
import { renderScreen, testScreen } from '../../support/screen.tsx';
import { started } from '../../support/started.ts';
import { wizard } from './wizard.ts';

const screen = (props: Pick<Parameters<typeof AccountStep>[0], 'state' | 'send'>) => (
  <AccountStep {...props} wizard={wizard} />
);
const finalStates = {
  opening: 'passed',
  saved: 'passed',
  moved: 'passed',
  registrationNotFound: 'passed',
  wentForward: 'passed',
} as const;

const create = {
  heading: "Let's create your account",
  texts: ['I agree to the terms and conditions and the privacy policy.', 'Use at least 8 characters.', 'Google'],
  buttons: { 'Create an account': { type: 'SUBMIT' } },
} as const;
testScreen('account, new', casesFrom(accountCases, 'new'), {
  screen,
  expectations: {
    ...finalStates,
    editing: { ...create, fields: ['First name', 'Last name', 'Work email', 'Password'] },
    creating: create,
    hosted: create,
    reading: 'passed',
    updating: 'passed',
  },
});

const edit = { ...create, texts: ['Leave blank to keep your password, or use at least 8 characters.'] };
testScreen('account, changed before the e-mail is verified', casesFrom(accountCases, 'again'), {
  screen,
  expectations: {
    ...finalStates,
    editing: { ...edit, fields: ['First name', 'Last name', 'Work email', 'Password'] },
    updating: edit,
    hosted: edit,
    reading: 'passed',
    creating: 'passed',
  },
});

const confirm = {
  heading: 'Confirm your contact details',
  texts: ['I agree to the terms and conditions and the privacy policy.'],
  buttons: { Confirm: { type: 'SUBMIT' } },
} as const;
testScreen('account, confirmed after single sign-on', casesFrom(accountCases, 'sso'), {
  screen,
  expectations: {
    ...finalStates,
    editing: { ...confirm, fields: ['First name', 'Last name'] },
    updating: confirm,
    hosted: confirm,
    reading: 'passed',
    creating: 'passed',
  },
});

const read = {
  heading: "Let's create your account",
  texts: ["You've verified your email address, so you can't change these details here."],
  buttons: { Continue: { type: 'FORWARD' } },
} as const;
testScreen('account, verified', casesFrom(accountCases, 'verified'), {
  screen,
  expectations: {
    ...finalStates,
    reading: read,
    editing: 'passed',
    creating: 'passed',
    updating: 'passed',
    hosted: 'passed',
  },
});

/** Step 1 with one of the inputs of its cases. */
function begin(name: string) {
  const input = accountCases.inputs[name];
  if (!input) throw new Error(`There is no input ${name}`);
  return started(createActor(accountCases.machine, { input }));
}

test('a missing consent is named', () => {
  const actor = begin('new');
  actor.send({ type: 'SUBMIT' });
  renderScreen(<AccountStep state={actor.getSnapshot()} send={() => {}} wizard={wizard} />);
  const liveRegion = document.getElementById('terms-error')?.closest('[aria-live]');
  expect(liveRegion?.textContent).toBe('Terms and conditions: Agree to the terms and the privacy policy to continue.');
});

test('every field that must not be left empty is announced as required, the consent too', () => {
  const actor = begin('new');
  actor.send({ type: 'CHANGE', change: { first_name: '', last_name: '', email: '' } });
  actor.send({ type: 'SUBMIT' });
  renderScreen(<AccountStep state={actor.getSnapshot()} send={() => {}} wizard={wizard} />);
  const wrong = [...document.querySelectorAll('[aria-invalid=true]')];
  expect(wrong.map(({ id }) => id)).toEqual(['first_name', 'last_name', 'email', 'password', 'terms']);
  expect(wrong.filter((field) => field.getAttribute('aria-required') !== 'true')).toEqual([]);
});

test('§2 in sso mode the e-mail is disabled and the password is not shown', () => {
  const actor = begin('sso');
  renderScreen(<AccountStep state={actor.getSnapshot()} send={() => {}} wizard={wizard} />);
  expect(document.querySelector<HTMLInputElement>('[name=email]')?.disabled).toBe(true);
  expect(document.querySelector('[name=password]')).toBe(null);
});

test('password managers get the username wherever a password is chosen', () => {
  const username = () => document.querySelector<HTMLInputElement>('form [autocomplete="username"]')?.value;
  for (const [name, expected] of [
    ['new', 'ann@acme.example'],
    ['again', 'ann@acme.example'],
    ['sso', undefined],
  ] as const) {
    const actor = begin(name);
    actor.send({ type: 'CHANGE', change: { email: 'ann@acme.example' } });
    const { unmount } = renderScreen(<AccountStep state={actor.getSnapshot()} send={() => {}} wizard={wizard} />);
    expect(username()).toBe(expected);
    unmount();
  }
});
