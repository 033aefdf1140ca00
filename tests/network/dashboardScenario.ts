import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import type { Account, Invitation, OpenSession, Teammate } from '#contract/account.ts';
import { cancellationMachine } from '#machines/dashboard/cancellation.machine.ts';
import { dashboardMachine } from '#machines/dashboard/dashboard.machine.ts';
import { numberChangeMachine } from '#machines/dashboard/numberChange.machine.ts';
import { passwordChangeMachine } from '#machines/dashboard/passwordChange.machine.ts';
import { secondFactorMachine } from '#machines/dashboard/secondFactor.machine.ts';
import { sessionsMachine } from '#machines/dashboard/sessions.machine.ts';
import { teamMachine } from '#machines/dashboard/team.machine.ts';
import { userCountMachine } from '#machines/dashboard/userCount.machine.ts';
import { numberPickerMachine } from '#machines/registration/numberPicker.machine.ts';
import { account } from '../machines/dashboard.cases.ts';
import { berlin, berlinNumbers, bonn, countries, germanTypes, names } from '../machines/registration/offer.ts';
import { rejection } from './faults.ts';
import { type Step, step } from './page.ts';
import { MachinePool } from './ports.ts';
import type { Answers, Scenario } from './scenario.ts';

export const machines = [
  dashboardMachine,
  teamMachine,
  sessionsMachine,
  numberChangeMachine,
  userCountMachine,
  cancellationMachine,
  secondFactorMachine,
  passwordChangeMachine,
];

const OLD = 'correct horse 9';
const NEW = 'battery staple 8';
const NUMBER = '+49301234567';
const guest = 'bo@acme.example';
const instant = '2025-03-05T12:00:00Z';

type ServerState = {
  account: Account;
  users: Teammate[];
  invitations: Invitation[];
  sessions: OpenSession[];
  password: string;
};

const serverState = (): ServerState => ({
  account,
  users: [account.user, { ...account.user, id: 8, email: 'cy@acme.example', role: 'member', has_cx_bundle: false }],
  invitations: [],
  sessions: [
    { id: 1, device: 'Firefox', created_at: instant, last_seen_at: instant, current: true },
    { id: 2, device: 'Safari', created_at: instant, last_seen_at: instant, current: false },
    { id: 3, device: 'Edge', created_at: instant, last_seen_at: instant, current: false },
    { id: 4, device: 'Chrome', created_at: instant, last_seen_at: instant, current: false },
  ],
  password: OLD,
});

const answers = (serverState: ServerState): Answers => {
  const accountNow = () => ({ status: 200, data: { data: serverState.account } });
  const team = (status = 200) => ({
    status,
    data: { data: { users: serverState.users, invitations: serverState.invitations } },
  });
  const change = (part: Partial<Account>) => {
    serverState.account = { ...serverState.account, ...part };
    return accountNow();
  };
  const giveAddOn = (id: string, has_cx_bundle: boolean) => {
    serverState.users = serverState.users.map((user) => (String(user.id) === id ? { ...user, has_cx_bundle } : user));
    return team();
  };
  const prove = (password: string) => {
    if (password !== serverState.password) throw rejection('wrongCredentials', 'password');
  };
  return {
    readAccount: accountNow,
    readTeam: () => team(),
    assignAddOn: ({ params }: { params: { user_id: string } }) => giveAddOn(params.user_id, true),
    removeAddOn: ({ params }: { params: { user_id: string } }) => giveAddOn(params.user_id, false),
    inviteTeammate: ({ body }: { body: { email: string } }) => {
      serverState.invitations = [{ id: 5, email: body.email, expires_at: instant }];
      return team(201);
    },
    revokeInvitation: () => {
      serverState.invitations = [];
      return team();
    },
    removeTeammate: ({ params }: { params: { user_id: string } }) => {
      serverState.users = serverState.users.filter(({ id }) => String(id) !== params.user_id);
      return team();
    },
    listSessions: () => ({ status: 200, data: { data: serverState.sessions } }),
    endSession: (_, done) => {
      if (done > 0) throw rejection('tokenInvalid');
      serverState.sessions = serverState.sessions.filter(({ id }) => id !== 2);
      return { status: 200, data: { data: serverState.sessions } };
    },
    endOtherSessions: () => {
      serverState.sessions = serverState.sessions.filter(({ current }) => current);
      return { status: 200, data: { data: serverState.sessions } };
    },
    listCountries: () => countries,
    readCoverageDictionaries: () => names,
    listNumberTypes: () => germanTypes,
    listAreas: () => [berlin, bonn],
    listNumbers: () => berlinNumbers,
    changeNumber: () => change({ number: NUMBER, number_id: berlin.id }),
    changeUsers: ({ body }: { body: { users: number } }) => change({ nb_users: body.users }),
    cancelTrial: () => change({ cancelled_at: instant }),
    undoCancellation: () => change({ cancelled_at: null }),
    switchSecondFactor: ({ body }: { body: { enabled: boolean; password: string } }) => {
      prove(body.password);
      return change({ second_factor: body.enabled });
    },
    changePassword: ({ body }: { body: { current_password: string; password: string } }) => {
      prove(body.current_password);
      serverState.password = body.password;
      return { status: 200, data: { user_id: 7, user_token: 'u8', remember_me: false } };
    },
    logOut: () => ({ status: 200, data: {} }),
  };
};

// biome-ignore lint/suspicious/noExplicitAny: each flow has a context of its own
type Seen = { actor: AnyActorRef; state: AnyMachineSnapshot; context: Record<string, any> };
type Panel = 'numberChange' | 'userCount' | 'cancellation' | 'secondFactor' | 'passwordChange';
/** The flows on the page. */
type DashboardFlows = { dashboard: Seen } & Partial<Record<'team' | 'sessions' | Panel, Seen>>;

function seen(actor: AnyActorRef): Seen {
  const state = actor.getSnapshot() as AnyMachineSnapshot;
  return { actor, state, context: state.context };
}

/** A goal of the owner: whether the page shows it as reached, and the next step towards it. */
type Goal = {
  isReached: (flowStates: DashboardFlows, recorded: ReadonlySet<string>) => boolean;
  act: (flowStates: DashboardFlows) => Step | null;
};

/** Fills in what is missing, then submits. */
const fill = ({ actor, context }: Seen, change: Record<string, string>, send = 'SUBMIT'): Step => {
  const isTyped = Object.entries(change).every(([field, value]) => context['form'].values[field] === value);
  return isTyped ? step(actor, send) : step(actor, 'CHANGE', { change });
};

/** Opens a panel and takes a step in it. */
const inPanel =
  (panel: Panel, open: string, work: (panel: Seen) => Step | null): Goal['act'] =>
  (flowStates) =>
    flowStates[panel] ? work(flowStates[panel]) : step(flowStates.dashboard.actor, open);

const besides =
  (flow: 'team' | 'sessions', act: (flow: Seen) => Step): Goal['act'] =>
  (flowStates) => {
    if (!flowStates[flow]) throw new Error(`no ${flow}`);
    return flowStates[flow].state.matches('failed') ? step(flowStates[flow].actor, 'TRY_AGAIN') : act(flowStates[flow]);
  };

function pick({ actor, context }: Seen): Step {
  const { country, type, area } = context['choice'];
  if (!country) return step(actor, 'COUNTRY_CHOSEN', { id: 'DE' });
  if (!type) return step(actor, 'TYPE_CHOSEN', { id: 'G' });
  return area ? step(actor, 'NUMBER_CHOSEN', { id: NUMBER }) : step(actor, 'AREA_CHOSEN', { id: String(berlin.id) });
}

function chooseNumber({ actor, state }: Seen): Step {
  if (state.matches('failed')) return step(actor, 'TRY_AGAIN');
  if (state.can({ type: 'SUBMIT' })) return step(actor, 'SUBMIT');
  const picker = seen(state.children['numberPicker'] as AnyActorRef);
  return picker.state.hasTag('failed') ? step(picker.actor, 'TRY_AGAIN') : pick(picker);
}

const second = ({ team }: DashboardFlows): Teammate | undefined => team?.context['users'][1];
const nowIs = ({ dashboard }: DashboardFlows): Partial<Account> => dashboard.context['account'] ?? {};

const goals: Readonly<Record<string, Goal>> = {
  'an add-on': {
    isReached: (flowStates) => second(flowStates)?.has_cx_bundle === true,
    act: besides('team', ({ actor }) => step(actor, 'ASSIGN_ADD_ON', { user_id: 8 })),
  },
  'a teammate': {
    isReached: ({ team }) => team?.context['invitations'].length === 1,
    act: besides('team', (team) => fill(team, { email: guest }, 'INVITE')),
  },
  'no add-on': {
    isReached: (flowStates) => second(flowStates)?.has_cx_bundle === false,
    act: besides('team', ({ actor }) => step(actor, 'REMOVE_ADD_ON', { user_id: 8 })),
  },
  'no teammate': {
    isReached: ({ team }) => team?.context['invitations'].length === 0,
    act: besides('team', ({ actor }) => step(actor, 'REVOKE', { invitation_id: 5 })),
  },
  'nobody else': {
    isReached: ({ team }) => team?.context['users'].length === 1,
    act: besides('team', ({ actor, state }) =>
      state.matches({ shown: 'confirmingRemoval' })
        ? step(actor, 'CONFIRM')
        : step(actor, 'REMOVE_TEAMMATE', { user_id: 8 }),
    ),
  },
  'one session less': {
    isReached: ({ sessions }) => sessions?.context['sessions'].length === 3,
    act: besides('sessions', ({ actor }) => step(actor, 'END_SESSION', { id: 2 })),
  },
  'one session': {
    isReached: ({ sessions }) => sessions?.context['sessions'].length === 1,
    act: besides('sessions', ({ actor }) => step(actor, 'END_OTHERS')),
  },
  'another number': {
    isReached: (flowStates) => nowIs(flowStates).number === NUMBER,
    act: inPanel('numberChange', 'CHANGE_NUMBER', chooseNumber),
  },
  'nine users': {
    isReached: (flowStates) => nowIs(flowStates).nb_users === 9,
    act: inPanel('userCount', 'CHANGE_USERS', ({ actor, context }) =>
      context['users'] === 9 ? step(actor, 'SUBMIT') : step(actor, 'USERS_CHANGED', { users: 9 }),
    ),
  },
  'the end of the trial': {
    isReached: (flowStates) => typeof nowIs(flowStates).cancelled_at === 'string',
    act: inPanel('cancellation', 'CANCEL_TRIAL', ({ actor }) => step(actor, 'CONFIRM')),
  },
  'the trial again': {
    isReached: (flowStates) => nowIs(flowStates).cancelled_at === null,
    act: inPanel('cancellation', 'RESUME_TRIAL', () => null),
  },
  'a second factor': {
    isReached: (flowStates) => nowIs(flowStates).second_factor === true,
    act: inPanel('secondFactor', 'SWITCH_SECOND_FACTOR', (panel) => fill(panel, { password: OLD })),
  },
  'another password': {
    isReached: (_, recorded) => recorded.has('renewSession'),
    act: inPanel('passwordChange', 'CHANGE_PASSWORD', (panel) => fill(panel, { current_password: OLD, password: NEW })),
  },
};

/** Everything that an owner can do in the dashboard, one after another, then logout. */
export const dashboardScenario: Scenario<ServerState> = {
  pool: new MachinePool((ports) =>
    ports.around(dashboardMachine, {
      team: ports.around(teamMachine),
      sessions: ports.around(sessionsMachine),
      numberChange: ports.around(numberChangeMachine, { numberPicker: ports.around(numberPickerMachine) }),
      userCount: ports.around(userCountMachine),
      cancellation: ports.around(cancellationMachine),
      secondFactor: ports.around(secondFactorMachine),
      passwordChange: ports.around(passwordChangeMachine),
    }),
  ) as unknown as Scenario['pool'],
  serverState,
  answers,
  person: (actor, { children }, recorded) => {
    const flows = Object.entries(children as Record<string, AnyActorRef>).map(([id, child]) => [id, seen(child)]);
    const flowStates: DashboardFlows = { dashboard: seen(actor), ...Object.fromEntries(flows) };
    if (flowStates.dashboard.state.matches('failed')) return step(actor, 'TRY_AGAIN');
    for (const [name, goal] of Object.entries(goals)) {
      if (recorded.has(name)) continue;
      if (!goal.isReached(flowStates, recorded)) return goal.act(flowStates);
      recorded.add(name);
    }
    return step(actor, 'LOG_OUT');
  },
  onEffect: (actor, port) => {
    if (port === 'refreshAccount') actor.send({ type: 'REFRESH' });
  },
  isDone: ({ status }, recorded) => status === 'done' && Object.keys(goals).every((name) => recorded.has(name)),
  once: [
    'assignAddOn',
    'inviteTeammate',
    'removeAddOn',
    'revokeInvitation',
    'removeTeammate',
    'endSession',
    'endOtherSessions',
    'changeNumber',
    'changeUsers',
    'cancelTrial',
    'undoCancellation',
    'switchSecondFactor',
    'changePassword',
  ],
  secrets: [OLD, NEW],
};
