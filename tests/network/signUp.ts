import assert from 'node:assert/strict';
import type { Decide } from './explore.ts';
import type { FaultCoverage } from './faultCoverage.ts';
import { faults, isFault, type Served } from './faults.ts';
import { type ServerBehaviour, SignUpServer } from './signUpServer.ts';
import { inBerlin, inMunich, inNewYork, type UserChoices } from './signUpUser.ts';
import { historyOf, type Memory, nothingKept, SignUpVisit } from './signUpVisit.ts';

/** More turns than any sign-up with two faults needs. */
const MAX_TURNS = 500;

/** Interruptions by the user or the browser. */
export const interruptions = ['reload', 'Back', 'Forward', 'second tab', 'other device'] as const;
type Interruption = (typeof interruptions)[number];
/** `hasFaults`: the run has detours or faults of its own, so one injected fault is enough. */
export type Variant = Partial<ServerBehaviour> & { isSso?: boolean; choices?: Partial<UserChoices>; hasFaults?: true };

/** A server without detours. */
export const plain: ServerBehaviour = {
  order: 'verify-first',
  requiresBankCheck: true,
  isHosted: false,
  failsFirst: false,
  isInvited: false,
  rejectsFirst: false,
};
const defaultChoices: UserChoices = {
  emails: ['ann@acme.example'],
  users: [2],
  numbers: [],
  places: [inBerlin],
  wrongCodes: [],
  checks: [],
  joins: false,
  revisitsSteps: false,
};

/** Sign-ups that together reach all states of the flow; faults are injected on top of each. */
export const variants: Record<string, Variant> = {
  'verify-first': {},
  'without a check of the bank': { requiresBankCheck: false },
  'plan-first': { order: 'plan-first', choices: { checks: ['passed in the app'] } },
  'single sign-on': { isSso: true },
  'invited, joins the team': { isInvited: true, choices: { joins: true } },
  'single sign-on, invited, joins the team': { isInvited: true, isSso: true, choices: { joins: true } },
  'invited, starts an account of their own': { isInvited: true, requiresBankCheck: false },
  'single sign-on, plan-first': { isSso: true, order: 'plan-first', requiresBankCheck: false },
  'a user who changes every answer': {
    requiresBankCheck: false,
    choices: {
      emails: ['ann@acme.example', 'bo@acme.example', 'ann@acme.example'],
      users: [2, 3, 2],
      numbers: ['+49301234567', '+49301234568', '+49301234567'],
      revisitsSteps: true,
    },
  },
  'a server that is out of order at first': { failsFirst: true, requiresBankCheck: false, hasFaults: true },
  'a hosted page after each step, checks that fail': {
    isHosted: true,
    hasFaults: true,
    choices: { checks: ['hanging', 'too late', 'declined'] },
  },
  'a locked code, a dead registration, few numbers, a declined card': {
    rejectsFirst: true,
    hasFaults: true,
    requiresBankCheck: false,
    choices: { places: [inNewYork, inMunich], wrongCodes: ['111111'] },
  },
};

/** Runs one sign-up to its end; throws if an invariant is violated. */
export function signUp(
  { isSso = false, choices, hasFaults: _, ...rest }: Variant,
  decide: Decide,
  coverage: FaultCoverage,
  onServed?: (served: Served) => void,
): void {
  const behaviour = { ...plain, ...rest };
  const { order } = behaviour;
  const server = new SignUpServer(behaviour);
  if (onServed) server.onServed = onServed;
  const own = { first_name: 'Ann', last_name: 'Lee', email: 'ann@acme.example' };
  const link = isSso ? server.createSsoRegistration(own) : null;
  let pages = 0;
  let startedAnew = 0;
  const open = (persisted = nothingKept(link, { ...defaultChoices, ...choices })) =>
    new SignUpVisit(server, order, `page ${++pages}`, persisted);
  let visit = open();
  const print = () => `${server.print} ${visit.print} ${visit.isTokenForgotten} ${startedAnew}`;

  try {
    for (let turn = 0; !visit.isOver; turn++) {
      if (turn > MAX_TURNS) throw new Error(`no end: still in ${visit.place}`);
      const { pendingCall } = visit;
      const injected = decide([...interruptions, ...(pendingCall ? faults : [])], print);
      if (injected === null) visit.turn();
      else if (pendingCall && isFault(injected)) {
        coverage.recordFault(visit.nodes, pendingCall.name, injected);
        visit.answer(pendingCall, injected);
      } else {
        coverage.note(visit.nodes, injected);
        interrupt(injected as Interruption);
      }
      visit.hold();
      checkInvariants();
    }
  } finally {
    visit.close();
  }
  const { memory, choices: last } = visit.saved;
  if (last.joins) {
    assert.deepEqual([server.charges.length, server.members], [0, last.emails]);
    return;
  }
  assert.deepEqual(server.members, []);
  const registration = server.registrations.find(({ token }) => token === server.charges[0]);
  assert.deepEqual([server.charges.length, server.accounts], [1, last.emails]);
  assert.partialDeepStrictEqual(registration?.fields, {
    ...own,
    nb_users: last.users[0],
    customer_city: 'Bonn',
    ...(memory.number && { number: last.numbers[0] ?? memory.number }),
  });

  function interrupt(what: Interruption): void {
    const { back, forward } = historyOf(visit);
    const { address, choices } = visit.saved;
    if (what === 'second tab') openSecondTab();
    else if (what === 'other device') {
      if (address !== null) openNextPage({ ...nothingKept(address, choices), memory: memoryOf(address) });
    } else if (what === 'Forward') {
      if (forward) visit.actor.send({ type: 'HISTORY_MOVED', step: forward });
    } else if (what === 'Back' && visit.bankCheck) visit.bankCheck.send({ type: 'CANCEL' });
    else if (what === 'Back' && back) visit.actor.send({ type: 'HISTORY_MOVED', step: back });
    // Back from the first step leaves the wizard, and Forward loads a new page. Without the stored token that page
    // would start another registration, which is outside of this run.
    else if (!visit.isTokenForgotten) openNextPage(visit.saved);
  }

  function openNextPage(persisted: SignUpVisit['saved']): void {
    visit.close();
    if (persisted.address === null) startedAnew += 1;
    visit = open(persisted);
  }

  /** What another browser can show: what the server has stored. */
  function memoryOf(address: string): Memory {
    const { step, fields } = server.registrationOf(address) ?? {};
    const { first_name, last_name, email, number, nb_users } = fields ?? {};
    const isOrdered = step === '4';
    return {
      ...(first_name && { first_name, last_name, email }),
      ...(isOrdered && number && nb_users && { number, users: nb_users }),
    } as Memory;
  }

  /** Another tab continues the same registration until the server is one step further. */
  function openSecondTab(): void {
    const { address, choices } = visit.saved;
    const registration = server.registrationOf(address);
    if (address === null || !registration || registration.completedAt !== null) return;
    Object.assign(choices, {
      emails: choices.emails.slice(-1),
      users: choices.users.slice(-1),
      numbers: choices.numbers.slice(-1),
      revisitsSteps: false,
    } satisfies Partial<UserChoices>);
    const tab = open(nothingKept(address, choices));
    const stepOf = () => server.registrationOf(address)?.step;
    const before = stepOf();
    try {
      for (let turn = 0; !tab.isOver && stepOf() === before && turn < MAX_TURNS; turn++) {
        tab.turn();
        tab.hold();
      }
    } finally {
      tab.close();
    }
  }

  function checkInvariants(): void {
    const { accounts, charges, creations, expiries } = server;
    if (new Set(accounts).size !== accounts.length) throw new Error('the account was made twice');
    if (charges.length > 1) throw new Error('the card was charged twice');
    // A different choice in between starts another registration, and so does the first one when it returns after that.
    const repeated = creations.filter((creation, index) => creation === creations[index - 1]).length;
    if (repeated > startedAnew + expiries) throw new Error('the registration was created twice');
    if (visit.place.includes('enteringBilling') && order === 'verify-first' && accounts.length === 0)
      throw new Error('billing came before the e-mail was verified');
  }
}
