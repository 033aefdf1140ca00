import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { ActorView } from '#app/actorView.tsx';
import type { Account } from '#contract/account.ts';
import { cancellationMachine } from '#machines/dashboard/cancellation.machine.ts';
import { dashboardMachine } from '#machines/dashboard/dashboard.machine.ts';
import { numberChangeMachine } from '#machines/dashboard/numberChange.machine.ts';
import { passwordChangeMachine } from '#machines/dashboard/passwordChange.machine.ts';
import { secondFactorMachine } from '#machines/dashboard/secondFactor.machine.ts';
import { sessionsMachine } from '#machines/dashboard/sessions.machine.ts';
import { teamMachine } from '#machines/dashboard/team.machine.ts';
import { userCountMachine } from '#machines/dashboard/userCount.machine.ts';
import { DashboardScreen } from '#screens/dashboard/DashboardScreen.tsx';
import { account, dashboardCases } from '../../machines/dashboard.cases.ts';
import { apiAnswering } from '../../support/apiAnswering.ts';
import { unreachable } from '../../support/flow.ts';
import { renderScreen, testPage, testScreen, withChildren } from '../../support/screen.tsx';
import { started } from '../../support/started.ts';

/** The flows inside, each as it begins. */
const parts = {
  team: createActor(teamMachine, { input: { mayChange: true } }),
  sessions: createActor(sessionsMachine),
  numberChange: createActor(numberChangeMachine),
  userCount: createActor(userCountMachine, { input: { ordered: 4, min: 1 } }),
  cancellation: createActor(cancellationMachine, { input: { isCancelled: false } }),
  secondFactor: createActor(secondFactorMachine, { input: { isOn: false } }),
  passwordChange: createActor(passwordChangeMachine, { input: { hasPassword: true, email: 'ann@acme.example' } }),
};
const logOut = { 'Log out': { type: 'LOG_OUT' } } as const;
const factor = { 'Turn on login codes': { type: 'SWITCH_SECOND_FACTOR' } } as const;
const head = { heading: 'Dashboard', buttons: logOut };
const who = ['Logged in as Ann Archer, ann@acme.example', 'Acme'];
const what = ['Pay as you go', '5 Apr 2025', '€42.00', '+49 30 901 820', 'Team', "Where you're logged in"];
const ready = { ...head, texts: [...who, ...what], buttons: { ...logOut, ...factor } };

testScreen('dashboard', dashboardCases, {
  screen: ({ state, send }) => <DashboardScreen state={withChildren(state, parts)} send={send} />,
  expectations: {
    loading: { ...head, texts: ['Loading…'] },
    failed: {
      ...head,
      texts: ["We couldn't load your account."],
      buttons: { ...logOut, 'Try again': { type: 'TRY_AGAIN' } },
    },
    withoutAccount: { ...head, texts: ["You're logged in"] },
    signUpOpen: {
      ...head,
      texts: ["You haven't finished signing up. Your trial starts when you complete the last step."],
      buttons: { ...logOut, 'Finish signing up': { type: 'FINISH_SIGN_UP' } },
    },
    resuming: { ...head, buttons: { ...logOut, 'Finish signing up': { type: 'FINISH_SIGN_UP' } } },
    resumed: { ...head, texts: ['Loading…'] },
    'ready.overview': ready,
    'ready.refreshing': ready,
    'ready.changingNumber': { ...ready, texts: [...ready.texts, 'Choose another number'] },
    'ready.changingUsers': { ...ready, texts: [...ready.texts, 'How many users do you need?'], fields: 'any' },
    'ready.cancelling': ready,
    'ready.switchingSecondFactor': {
      ...ready,
      texts: [...ready.texts, 'Turn on login codes?'],
      fields: ['Your password'],
      buttons: logOut,
    },
    'ready.changingPassword': {
      ...ready,
      texts: [...ready.texts, 'Choose a new password'],
      fields: ['Current password', 'New password'],
      buttons: { ...logOut, ...factor },
    },
    loggingOut: { ...head, texts: ['Loading…'] },
    loggedOut: { ...head, texts: ['Loading…'] },
    loggedOutHere: { ...head, texts: ['Loading…'] },
    sessionExpired: { ...head, texts: ['Loading…'] },
  },
});

/** The dashboard of an account, in a language, with requests of the cancellation; team and sessions are on their way. */
async function renderDashboard(change: Partial<Account> = {}, page = testPage(), requests: object = {}) {
  const readAccount = apiAnswering('readAccount', { status: 200, data: { data: { ...account, ...change } } });
  const actor = started(
    createActor(
      dashboardMachine.provide({
        actors: {
          readAccount,
          team: teamMachine.provide({ actors: { readTeam: apiAnswering('readTeam') } }),
          sessions: sessionsMachine.provide({ actors: { listSessions: apiAnswering('listSessions') } }),
          cancellation: cancellationMachine.provide({ actors: requests as never, actions: { clearNotice: () => {} } }),
        },
        actions: { rememberGreeted: () => {} },
      }),
    ),
  );
  renderScreen(<ActorView actor={actor} screen={DashboardScreen} />, page);
  await screen.findByText('Log out');
  await screen.findByRole('region', { name: /^Plan/ });
  return actor;
}
const section = (title: string) => within(screen.getByRole('region', { name: title }));

/** The innermost element with these words: a date in a sentence is an element of its own. */
const reading = (words: string | RegExp) => (_: string, element: Element | null) => {
  const reads = ({ textContent }: Element) =>
    typeof words === 'string' ? textContent === words : words.test(textContent ?? '');
  return element !== null && reads(element) && ![...element.children].some(reads);
};

// 42.00 a month from 5 April 2025: 26 days are left, 42.00 × 12/365 × 26 = 35.90.
const invoices: Account['invoices'] = [
  {
    due_on: '2025-04-05',
    amount: 36.81,
    parts: [
      { kind: 'prorated', amount: 35.9, days: 26 },
      { kind: 'setupFee', amount: 5 },
      { kind: 'discount', amount: -4.09 },
    ],
  },
  {
    due_on: '2025-05-01',
    amount: 37.8,
    parts: [
      { kind: 'monthly', amount: 42 },
      { kind: 'discount', amount: -4.2 },
    ],
  },
];

test('§9 shows both invoices with date, arithmetic and discount', async () => {
  await renderDashboard({ invoices, discount_percent: 10, nb_users: 4 });
  const shown = section('Your first invoices');
  const lines = shown.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(shown.getAllByText('10% discount')).toHaveLength(2);
  expect(shown.getByText('Prorated for 26 days')).toBeTruthy();
  expect(lines).toEqual([
    '4',
    '€15.00 per user per month',
    '€35.90',
    '€42.00 × 12 ÷ 365 × 26 days',
    '€5.00',
    'One-off, charged in the first month',
    '-€4.09',
    '€36.81',
    '4',
    '€15.00 per user per month',
    '€42.00',
    '-€4.20',
    '€37.80',
  ]);
  expect(shown.getByText(reading('Due on 5 Apr 2025'))).toBeTruthy();
  expect(shown.getByText(reading('Due on 1 May 2025'))).toBeTruthy();
});

test('the monthly amount is the charged one, after the discount', async () => {
  await renderDashboard({ invoices, discount_percent: 10, monthly: 37.8, monthly_before_discount: 42 });
  const plan = section('Plan and trial');
  expect(plan.getByText('€37.80')).toBeTruthy();
  expect(plan.getByText('€42.00 minus 10% discount')).toBeTruthy();
});

test('without a discount, the monthly amount has no note of one', async () => {
  await renderDashboard({ invoices, discount_percent: 0, monthly: 42, monthly_before_discount: 42 });
  const plan = section('Plan and trial');
  expect(plan.getByText('€42.00')).toBeTruthy();
  expect(plan.queryByText(/discount/)).toBeNull();
});

const member = { user: { ...account.user, role: 'member' as const } };
const later = { trial_over: true, paid_until: '2025-09-30' };
test.each([
  ['the owner on trial', {}, ['Cancel before then and you pay nothing.']],
  ['a member on trial', member, []],
  ['the owner after it', later, ['Cancel any time: your subscription then ends on that day.']],
  ['a member after it', { ...member, ...later }, []],
])('only who may cancel is told what that costs: %s', async (_, change, told) => {
  await renderDashboard(change);
  const text = screen.getByRole('region', { name: /^Plan/ }).textContent ?? '';
  expect(text.match(/Cancel (before|any)[^.]*\./g) ?? []).toEqual(told);
});

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

test('a user with a password can change it', async () => {
  await renderDashboard();
  expect([button('Turn on login codes').disabled, button('Change password').disabled]).toEqual([false, false]);
});

test('a user without a password must set one before switching the second factor', async () => {
  await renderDashboard({ has_password: false });
  expect(section('Login codes by email').getByText('To turn them on, choose a password first.')).toBeTruthy();
  expect([button('Turn on login codes').disabled, button('Choose a password').disabled]).toEqual([true, false]);
});

test.each([
  ['new-device', false, /still email you a code when you log in on a new one/],
  ['new-device', true, 'On: when you log in on a new device, we email you a code.'],
  ['always', false, 'Off, but we still email you a code every time you log in.'],
  ['always', true, 'On: we email you a code every time you log in.'],
  ['off', false, 'Off: your password is all you need to log in.'],
  ['off', true, 'On: when you log in on a new device, we email you a code.'],
] as const)('under the policy ‘%s’ a switch that is on: %s shows its effect', async (policy, isOn, words) => {
  await renderDashboard({ second_factor_policy: policy, second_factor: isOn });
  expect(section('Login codes by email').getByText(words)).toBeTruthy();
});

test.each([
  [1, 1, /not assigned yet/i, 0],
  [2, 1, 'Not assigned yet: 1. We only bill add-ons that are assigned to someone.', 1],
  [3, 1, 'Not assigned yet: 2. We only bill add-ons that are assigned to someone.', 1],
])('§1 of %d ordered add-ons, %d are assigned and billed', async (nb_cx_bundles, nb_cx_assigned, words, shown) => {
  await renderDashboard({ nb_cx_bundles, nb_cx_assigned });
  const plan = section('Plan and trial');
  expect(plan.getByText('CX add-ons').nextElementSibling?.textContent).toBe(String(nb_cx_assigned));
  expect(plan.queryAllByText(words)).toHaveLength(shown);
});

test('amounts, dates and numbers are formatted for the page’s language', async () => {
  const many = { nb_users: 10_000, nb_cx_bundles: 4500, nb_cx_assigned: 1200 };
  await renderDashboard({ invoices, ...many }, testPage({ language: 'de' }));
  const shown = section('Your first invoices');
  expect(shown.getByText(/35,90\s€/)).toBeTruthy();
  expect(shown.getByText(reading('Due on 5. Apr. 2025'))).toBeTruthy();
  expect(shown.getAllByText('10.000')).toHaveLength(2);
  const plan = section('Plan and trial');
  expect(plan.getByText('10.000')).toBeTruthy();
  expect(plan.getByText('1.200')).toBeTruthy();
  expect(plan.getByText(/3\.300/)).toBeTruthy();
});

test('a cancelled trial shows that nothing is charged and until when it can be undone', async () => {
  await renderDashboard({ cancelled_at: '2025-03-10T09:00:00Z', invoices: [] });
  expect(screen.getByText("Your trial has been cancelled. You won't be charged.")).toBeTruthy();
  expect(screen.getByText(reading(/You can undo this before 5 Apr 2025\./))).toBeTruthy();
  expect(section('Your first invoices').getByText("No invoices. You won't be charged.")).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Undo cancellation' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cancel trial' })).toBeNull();
});

test('§6 a member sees plan, number and invoices, and no button reserved for the owner', async () => {
  await renderDashboard({ user: { ...account.user, role: 'member' }, invoices });
  expect(section('Plan and trial').getByText('Pay as you go')).toBeTruthy();
  expect(section('Your first invoices').getByText(reading('Due on 5 Apr 2025'))).toBeTruthy();
  expect(section('Plan and trial').queryByRole('button')).toBeNull();
  expect(section('Phone number').queryByRole('button')).toBeNull();
  expect(screen.getByRole('button', { name: 'Change password' })).toBeTruthy();
});

test('opening a panel moves the focus into it, closing returns it to the button', async () => {
  const actor = await renderDashboard();
  const opener = () => screen.getByRole('button', { name: 'Cancel trial' });
  opener().focus();
  opener().click();
  expect((await screen.findByText('Cancel your trial?')) === document.activeElement).toBe(true);
  expect(actor.getSnapshot().value).toEqual({ ready: 'cancelling' });
  screen.getByRole('button', { name: 'Keep trial' }).click();
  await expect.poll(() => document.activeElement === opener()).toBe(true);
});

test.each([
  ['P', 'Pay as you go'],
  ['A', '2K Bundle'],
] as const)('§1 plan %s is ‘%s’', async (package_type, name) => {
  await renderDashboard({ package_type });
  expect(section('Plan and trial').getByText(name)).toBeTruthy();
});

const monthsLater = { trial_over: true, paid_until: '2025-09-30' };
const regular: Account['invoices'] = [{ due_on: '2025-10-01', amount: 42, parts: [{ kind: 'monthly', amount: 42 }] }];

test.each([
  ['running', { invoices: regular }, /paid for until 30 Sep 2025/, 'Cancel subscription'],
  ['cancelled', { cancelled_at: '2025-09-10T09:00:00Z' }, /cancelled and ends on 30 Sep 2025/, 'Undo cancellation'],
  ['ended', { cancelled_at: '2025-09-10T09:00:00Z', ended: true }, /ended on 30 Sep 2025/, null],
  [
    'ended without a charge',
    { paid_until: null, cancelled_at: '2025-04-01T09:00:00Z', ended: true },
    /without a charge/,
    null,
  ],
])(
  'after the trial, %s: the subscription is described without mentioning the trial',
  async (_, change, words, expected) => {
    await renderDashboard({ ...monthsLater, ...change });
    expect(section('Plan').getByText(reading(words))).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/trial/i);
    const buttons = screen.queryAllByRole('button', { name: /cancel/i }).map(({ textContent }) => textContent);
    expect(buttons).toEqual(expected === null ? [] : [expected]);
  },
);

test('an ended account is shown read-only: no change and no price is offered', async () => {
  const actor = await renderDashboard({ ...monthsLater, cancelled_at: '2025-09-10T09:00:00Z', ended: true });
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Log out',
    'Turn on login codes',
    'Change password',
  ]);
  expect(section('Plan').getByText('Contact support to start again.')).toBeTruthy();
  expect(section('Phone number').getByText('+49 30 901 820')).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/per month|number of users|€/i);
  expect(actor.getSnapshot().children.team?.getSnapshot().context.mayChange).toBe(false);
});

test('a new owner is greeted with the number, which is copied, and with what happens next, until it is dismissed', async () => {
  const user = userEvent.setup();
  const actor = await renderDashboard();
  const greeting = section('Welcome to Ringwell, Ann');
  expect(greeting.getByText('Invite a teammate')).toBeTruthy();
  expect(greeting.getByText(reading(/Everything is free until 5 Apr 2025/))).toBeTruthy();
  await user.click(greeting.getByRole('button', { name: 'Copy number' }));
  expect(await navigator.clipboard.readText()).toBe('+49 30 901 820');
  expect(greeting.getByRole('status').textContent).toBe('Copied');
  await user.click(greeting.getByRole('button', { name: 'Got it' }));
  expect(screen.queryByRole('heading', { name: 'Welcome to Ringwell, Ann' })).toBeNull();
  expect(document.activeElement?.textContent).toBe('Dashboard');
  expect(actor.getSnapshot().context.greeted).toEqual([7]);
});

test('a name of another writing direction is kept apart from the words around it', async () => {
  await renderDashboard({ user: { ...account.user, first_name: 'محمد', last_name: 'العلي' }, company: 'شركة' });
  const apart = [...document.querySelectorAll('bdi')].map(({ textContent }) => textContent);
  expect(apart).toEqual(expect.arrayContaining(['محمد', 'محمد العلي', 'شركة']));
  const others = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (others.nextNode()) {
    const { parentElement: around, nodeValue } = others.currentNode;
    if (/\p{Script=Arabic}/u.test(nodeValue ?? '')) expect(around?.closest('bdi, .visually-hidden')).not.toBeNull();
  }
});

test.each([
  ['a member', { user: { ...account.user, role: 'member' as const } }],
  ['an owner after the trial', { trial_over: true, paid_until: '2025-09-30' }],
  ['an owner who has cancelled', { cancelled_at: '2025-03-10T09:00:00Z' }],
])('%s is not greeted', async (_, change) => {
  await renderDashboard(change);
  expect(screen.queryByRole('button', { name: 'Got it' })).toBeNull();
});

test('another panel opens while one is open, and closes it', async () => {
  const actor = await renderDashboard();
  button('Cancel trial').click();
  await screen.findByText('Cancel your trial?');
  button('Change number of users').click();
  expect((await screen.findByText('How many users do you need?')) === document.activeElement).toBe(true);
  expect(screen.queryByText('Cancel your trial?')).toBeNull();
  expect(actor.getSnapshot().value).toEqual({ ready: 'changingUsers' });
});

test('while a panel is saving the others are off and say why; a failure is shown in the panel', async () => {
  const answer = Promise.withResolvers<void>();
  await renderDashboard({}, testPage(), { cancelTrial: fromPromise(() => answer.promise) });
  button('Cancel trial').click();
  await screen.findByText('Cancel your trial?');
  button('Cancel trial').click();
  await expect.poll(() => button('Change number of users').disabled).toBe(true);
  const why = button('Change number of users').getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(why)?.textContent).toBe('Wait until your change is saved.');
  answer.reject(unreachable);
  const panel = await screen.findByText("We couldn't connect. Check your internet connection and try again.");
  expect(panel.closest('.open-panel')?.textContent).toContain('Cancel your trial?');
  expect(button('Change number of users').disabled).toBe(false);
  expect(document.getElementById(why)?.textContent).toBe('');
});

test('a cancellation that cannot be undone says so beside its button, which tries again', async () => {
  const cancelled = { cancelled_at: '2025-03-10T09:00:00Z' };
  const actor = await renderDashboard(cancelled, testPage(), {
    undoCancellation: fromPromise(() => Promise.reject(unreachable)),
  });
  button('Undo cancellation').click();
  const shown = section('Plan and trial');
  expect(await shown.findByText(/We couldn't connect/)).toBeTruthy();
  expect(button('Undo cancellation').disabled).toBe(false);
  button('Undo cancellation').click();
  expect(await shown.findByText(/We couldn't connect/)).toBeTruthy();
  expect(actor.getSnapshot().value).toEqual({ ready: 'overview' });
});
