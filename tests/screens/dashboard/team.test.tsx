import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { exploreStates } from '@xstate/test';
import { expect, test } from 'vitest';
import { createActor, fromPromise, type SnapshotFrom } from 'xstate';
import { ActorView } from '#app/actorView.tsx';
import type { Account } from '#contract/account.ts';
import { teamMachine } from '#machines/dashboard/team.machine.ts';
import { SessionsSection } from '#screens/dashboard/SessionsSection.tsx';
import type { TeamProps } from '#screens/dashboard/sectionProps.ts';
import { TeamSection } from '#screens/dashboard/TeamSection.tsx';
import { account } from '../../machines/dashboard.cases.ts';
import { sessionsCases } from '../../machines/panels.cases.ts';
import { teamCases } from '../../machines/team.cases.ts';
import { apiAnswering } from '../../support/apiAnswering.ts';
import { rejected } from '../../support/flow.ts';
import { renderScreen, testScreen } from '../../support/screen.tsx';
import { started } from '../../support/started.ts';

const OwnersTeam = (props: TeamProps) => <TeamSection {...props} account={account} />;
const retry = { 'Try again': { type: 'TRY_AGAIN' } } as const;
const team = { texts: ['Ann Archer', 'Owner', 'ann@acme.example', 'Bo Berg', 'Member'], fields: 'any' } as const;

const removal = {
  ...team,
  texts: [...team.texts, 'Remove Bo Berg from your team?', 'can no longer log in'],
  buttons: { 'Remove from team': { type: 'CONFIRM' }, 'Keep in team': { type: 'CLOSE' } },
} as const;

testScreen('team', teamCases, {
  screen: OwnersTeam,
  expectations: {
    loading: { texts: ['Loading…'] },
    failed: { texts: ["We couldn't load your team."], buttons: retry },
    'shown.listed': team,
    'shown.confirmingRemoval': removal,
    'changing.assigning': team,
    'changing.removing': team,
    'changing.removingTeammate': { ...removal, buttons: {} },
    'changing.inviting': team,
    'changing.revoking': team,
    sessionExpired: { texts: ['Loading…'] },
  },
});

const listed = { texts: ['Firefox', 'This device', 'Logged in', 'Last used'] } as const;

testScreen('sessions', sessionsCases, {
  screen: SessionsSection,
  expectations: {
    loading: { texts: ['Loading…'] },
    failed: { texts: ["We couldn't load the devices you're logged in on."], buttons: retry },
    listed,
    ending: { ...listed, buttons: { 'Log out Safari': { type: 'END_SESSION', id: 2 } } },
    endingOthers: { ...listed, buttons: { 'Log out all other devices': { type: 'END_OTHERS' } } },
    sessionExpired: { texts: ['Loading…'] },
  },
});

const isOn = (button: HTMLElement) => button.getAttribute('aria-disabled') !== 'true';
const { machine, inputs, events, project } = teamCases;
const states = exploreStates(machine, { inputs, events, ...(project && { project }) }).map(
  ({ state }) => state as unknown as SnapshotFrom<typeof teamMachine>,
);

test('§6 every user has one add-on button, and every invitation one button, enabled when the flow accepts its event', () => {
  const shown = states.filter(
    (state) => state.context.mayChange && (state.matches('shown') || state.matches('changing')),
  );
  for (const state of shown) {
    const { container, unmount } = renderScreen(<OwnersTeam state={state} send={() => {}} />);
    const shown = within(container)
      .getAllByRole('button', { name: /CX add-on|Revoke/ })
      .map((button) => [button.textContent, isOn(button)]);
    const { users, invitations } = state.context;
    expect(shown).toEqual([
      ...users.map(({ id, first_name, last_name, has_cx_bundle }) => [
        `${has_cx_bundle ? 'Remove' : 'Assign'} CX add-on ${first_name} ${last_name}`,
        state.can({ type: has_cx_bundle ? 'REMOVE_ADD_ON' : 'ASSIGN_ADD_ON', user_id: id }),
      ]),
      ...invitations.map(({ id, email }) => [`Revoke ${email}`, state.can({ type: 'REVOKE', invitation_id: id })]),
    ]);
    unmount();
  }
  expect(shown.length).toBeGreaterThan(0);
});

test('§6 a member sees the team and the invitations, without a button or a field', () => {
  const seen = states.filter((state) => !state.context.mayChange && state.matches('shown'));
  for (const state of seen) {
    const { container, unmount } = renderScreen(<OwnersTeam state={state} send={() => {}} />);
    expect(container.textContent).toContain('cy@acme.example');
    expect(container.querySelectorAll('button, input')).toHaveLength(0);
    unmount();
  }
  expect(seen.length).toBeGreaterThan(0);
});

const bo = { id: 8, first_name: 'Bo', last_name: 'Berg', email: 'bo@acme.example', role: 'member' as const };
const invitation = { id: 3, email: 'cy@acme.example', expires_at: '2025-03-12T12:00:00Z' };
const answer = (invitations = [invitation]) => ({
  status: 200 as const,
  data: { data: { users: [{ ...bo, has_cx_bundle: false }], invitations } },
});

/** The team of an owner, with a server that refuses invitations. */
async function running() {
  const invited: string[] = [];
  const actor = started(
    createActor(
      teamMachine.provide({
        actors: {
          readTeam: apiAnswering('readTeam', answer()),
          revokeInvitation: apiAnswering('revokeInvitation', answer([])),
          inviteTeammate: fromPromise(({ input }) => {
            invited.push(input.body.email);
            return Promise.reject(rejected(409, 'RG1004', 'email', 'Already on the team.'));
          }),
        },
        actions: { notify: () => {}, clearNotice: () => {}, refreshAccount: () => {} },
      }),
      { input: { mayChange: true } },
    ),
  );
  renderScreen(<ActorView actor={actor} screen={OwnersTeam} />);
  await screen.findByText('Pending invitations');
  return { user: userEvent.setup(), invited };
}

test('an empty or invalid invitation address shows an error at the field and sends nothing', async () => {
  const { user, invited } = await running();
  await user.click(screen.getByRole('button', { name: 'Send invitation' }));
  expect(screen.getByText('This value should not be blank.')).toBeTruthy();
  await user.type(screen.getByLabelText("Teammate's email"), 'cy{Enter}');
  expect(screen.getByText('Enter an email address like name@example.com.')).toBeTruthy();
  expect(invited).toEqual([]);
});

test('a rejection of the server is shown at the field, and the input stays', async () => {
  const { user, invited } = await running();
  await user.type(screen.getByLabelText("Teammate's email"), ' bo@acme.example{Enter}');
  expect(await screen.findByText('Already on the team.')).toBeTruthy();
  expect(invited).toEqual(['bo@acme.example']);
  expect(screen.getByLabelText<HTMLInputElement>("Teammate's email").value.trim()).toBe('bo@acme.example');
});

test('a revoked invitation is removed, and the focus stays in its section', async () => {
  const { user } = await running();
  await user.click(screen.getByRole('button', { name: 'Revoke cy@acme.example' }));
  await expect.poll(() => screen.queryByText('cy@acme.example')).toBeNull();
  await expect.poll(() => document.activeElement?.textContent).toBe('Team');
});

const people = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ ...bo, id: at + 1, has_cx_bundle: false }));
const invitations = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ ...invitation, id: at + 1, email: `i${at}@acme.example` }));

/** An owner's team with a plan for three users at 15.00 each, of 42.00 a month in all. */
async function invitingFrom(members: number, invited: number, change: Partial<Account> = {}) {
  const plan = { ...account, nb_users: 3, ...change };
  const team = { status: 200 as const, data: { data: { users: people(members), invitations: invitations(invited) } } };
  const actor = started(
    createActor(
      teamMachine.provide({
        actors: { readTeam: apiAnswering('readTeam', team) },
        actions: { notify: () => {}, clearNotice: () => {} },
      }),
      { input: { mayChange: true } },
    ),
  );
  renderScreen(<ActorView actor={actor} screen={(props: TeamProps) => <TeamSection {...props} account={plan} />} />);
  const field = await screen.findByLabelText("Teammate's email");
  return { field, words: () => field.closest('form')?.textContent ?? '' };
}

const free = 'Your plan covers 3 users, so this invitation costs nothing more.';
test.each([
  [2, 0, {}, free],
  [1, 1, {}, free],
  [
    3,
    0,
    {},
    'When this person joins, you pay for 4 users. That is €15.00 more per month, €57.00 in total, excluding taxes.',
  ],
  // Pending invitations are not billed, but may be accepted.
  [
    2,
    1,
    {},
    'When everyone you have invited joins, you pay for 4 users. That is €15.00 more per month, €57.00 in total',
  ],
  [
    3,
    2,
    {},
    'When everyone you have invited joins, you pay for 6 users. That is €45.00 more per month, €87.00 in total',
  ],
  [3, 0, { discount_percent: 10, monthly: 37.8 }, 'That is €13.50 more per month, €51.30 in total, excluding taxes.'],
  [3, 0, { user_monthly: null }, 'Your plan covers 3 users. When this person joins, you pay for 4 users.'],
])(
  '§1 a team of %i with %i invited: the form shows the cost of one more',
  async (members, invited, change, expected) => {
    const { words } = await invitingFrom(members, invited, change);
    expect(words()).toContain(expected);
    if (change && 'user_monthly' in change) expect(words()).not.toMatch(/€/);
  },
);

test('inviting an already invited address adds no user', async () => {
  const { field, words } = await invitingFrom(2, 1);
  await userEvent.setup().type(field, 'I0@acme.example');
  expect(words()).toContain(free);
});

test('after a cancellation no price is shown', async () => {
  const { words } = await invitingFrom(3, 0, { cancelled_at: '2025-03-10T09:00:00Z' });
  expect(words()).not.toMatch(/€|Your plan covers/);
});

test.each([
  ['the owner in the trial', {}, 'from the first invoice.€8.50 per user per month'],
  ['the owner after it', { trial_over: true }, 'for each user who has one.€8.50 per user per month'],
  ['a member', { user: { ...account.user, role: 'member' as const } }, 'from the first invoice.'],
  ['an owner who has cancelled', { cancelled_at: '2025-03-10T09:00:00Z' }, 'from the first invoice.'],
  ['the owner, where the server does not send it', { cx_monthly: null }, 'from the first invoice.'],
])('§1 who assigns an add-on reads its price first: %s', async (_, change, words) => {
  await invitingFrom(1, 0, change);
  const section = screen.getByRole('region', { name: 'Team' });
  const terms = [...section.querySelectorAll('.setting-text p')].map(({ textContent }) => textContent).join('');
  expect(terms.endsWith(words)).toBe(true);
});

test('removing a teammate asks for confirmation; cancelling returns the focus, confirming removes the row', async () => {
  const removed: string[] = [];
  const users = [account.user, { ...bo, has_cx_bundle: false }].map((user) => ({
    ...user,
    id: user.email === bo.email ? 8 : 7,
  }));
  const team = (members: typeof users) => ({
    status: 200 as const,
    data: { data: { users: members, invitations: [] } },
  });
  const actor = started(
    createActor(
      teamMachine.provide({
        actors: {
          readTeam: apiAnswering('readTeam', team(users)),
          removeTeammate: fromPromise(async ({ input }) => {
            removed.push(input.params.user_id);
            return team(users.slice(0, 1));
          }),
        },
        actions: { notify: () => {}, clearNotice: () => {}, refreshAccount: () => {} },
      }),
      { input: { mayChange: true } },
    ),
  );
  renderScreen(<ActorView actor={actor} screen={OwnersTeam} />);
  const user = userEvent.setup();
  const opener = await screen.findByRole('button', { name: 'Remove from team Bo Berg' });
  await user.click(opener);
  expect(document.activeElement?.textContent).toBe('Remove Bo Berg from your team?');
  await user.click(screen.getByRole('button', { name: 'Keep in team' }));
  await expect.poll(() => document.activeElement === opener).toBe(true);
  expect(removed).toEqual([]);
  await user.click(opener);
  await user.click(screen.getByRole('button', { name: 'Remove from team' }));
  await expect.poll(() => screen.queryByText('Bo Berg')).toBeNull();
  expect(removed).toEqual(['8']);
  await expect.poll(() => document.activeElement?.textContent).toBe('Team');
});
