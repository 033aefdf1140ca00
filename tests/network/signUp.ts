import assert from 'node:assert/strict';
import type { Decide } from './explore.ts';
import { type Fault, faults } from './faults.ts';
import { inBerlin, inMunich, inNewYork, type Wishes } from './signUpPerson.ts';
import { type Manners, SignUpServer } from './signUpServer.ts';
import { historyOf, type Memory, nothingKept, SignUpVisit } from './signUpVisit.ts';
import type { Tried } from './tried.ts';

/** More turns than any sign-up with two mishaps takes. */
const MOST_TURNS = 500;

/** What a person or a browser does in between. */
export const disturbances = ['reload', 'Back', 'Forward', 'second tab', 'other device'] as const;
type Disturbance = (typeof disturbances)[number];
/** `hasFaults`: the way has turns or faults of its own, so that one mishap on top is enough. */
export type Way = Partial<Manners> & { isSso?: boolean; wishes?: Partial<Wishes>; hasFaults?: true };

const plain: Manners = {
  order: 'verify-first',
  asksBank: true,
  isHosted: false,
  ails: false,
  isInvited: false,
  isUnlucky: false,
};
const plainWishes: Wishes = {
  emails: ['ann@acme.example'],
  users: [2],
  numbers: [],
  places: [inBerlin],
  wrongCodes: [],
  checks: [],
  joins: false,
  looksBack: false,
};

/** Ways through the sign-up that come by all its states, each with the mishaps on top. */
export const ways: Record<string, Way> = {
  'verify-first': {},
  'without a check of the bank': { asksBank: false },
  'plan-first': { order: 'plan-first', wishes: { checks: ['passed in the app'] } },
  'single sign-on': { isSso: true },
  'invited, joins the team': { isInvited: true, wishes: { joins: true } },
  'single sign-on, invited, joins the team': { isInvited: true, isSso: true, wishes: { joins: true } },
  'invited, starts an account of their own': { isInvited: true, asksBank: false },
  'single sign-on, plan-first': { isSso: true, order: 'plan-first', asksBank: false },
  'somebody who thinks twice': {
    asksBank: false,
    wishes: {
      emails: ['ann@acme.example', 'bo@acme.example', 'ann@acme.example'],
      users: [2, 3, 2],
      numbers: ['+49301234567', '+49301234568', '+49301234567'],
      looksBack: true,
    },
  },
  'a server that is out of order at first': { ails: true, asksBank: false, hasFaults: true },
  'a hosted page after each step, checks that fail': {
    isHosted: true,
    hasFaults: true,
    wishes: { checks: ['hanging', 'too late', 'declined'] },
  },
  'a locked code, a dead draft, few numbers, a declined card': {
    isUnlucky: true,
    hasFaults: true,
    asksBank: false,
    wishes: { places: [inNewYork, inMunich], wrongCodes: ['111111'] },
  },
};

/** One sign-up to its end, whatever happens on the way; throws when something is not as it should be. */
export function signUp({ isSso = false, wishes, hasFaults: _, ...rest }: Way, decide: Decide, tried: Tried): void {
  const manners = { ...plain, ...rest };
  const { order } = manners;
  const server = new SignUpServer(manners);
  const own = { first_name: 'Ann', last_name: 'Lee', email: 'ann@acme.example' };
  const link = isSso ? server.welcome(own) : null;
  let pages = 0;
  let startedAnew = 0;
  const open = (kept = nothingKept(link, { ...plainWishes, ...wishes })) =>
    new SignUpVisit(server, order, `page ${++pages}`, kept);
  let visit = open();
  const print = () => `${server.print} ${visit.print} ${visit.isTokenForgotten} ${startedAnew}`;

  try {
    for (let turn = 0; !visit.isOver; turn++) {
      if (turn > MOST_TURNS) throw new Error(`no end: still in ${visit.place}`);
      const { question } = visit;
      const mishap = decide([...disturbances, ...(question ? faults : [])], print);
      if (mishap === null) visit.turn();
      else if (question && isFault(mishap)) {
        tried.noteFault(visit.nodes, question.name, mishap);
        visit.answer(question, mishap);
      } else {
        tried.note(visit.nodes, mishap);
        disturb(mishap as Disturbance);
      }
      visit.hold();
      hold();
    }
  } finally {
    visit.close();
  }
  const { memory, wishes: last } = visit.kept;
  if (last.joins) {
    assert.deepEqual([server.charges.length, server.members], [0, last.emails]);
    return;
  }
  assert.deepEqual(server.members, []);
  const draft = server.drafts.find(({ token }) => token === server.charges[0]);
  assert.deepEqual([server.charges.length, server.accounts], [1, last.emails]);
  assert.partialDeepStrictEqual(draft?.fields, {
    ...own,
    nb_users: last.users[0],
    customer_city: 'Bonn',
    ...(memory.number && { number: last.numbers[0] ?? memory.number }),
  });

  function disturb(what: Disturbance): void {
    const { back, forward } = historyOf(visit);
    const { address, wishes } = visit.kept;
    if (what === 'second tab') goOnInSecondTab();
    else if (what === 'other device') {
      if (address !== null) goOn({ ...nothingKept(address, wishes), memory: memoryOf(address) });
    } else if (what === 'Forward') {
      if (forward) visit.actor.send({ type: 'HISTORY_MOVED', step: forward });
    } else if (what === 'Back' && visit.bankCheck) visit.bankCheck.send({ type: 'CANCEL' });
    else if (what === 'Back' && back) visit.actor.send({ type: 'HISTORY_MOVED', step: back });
    // Back from the first step leaves the wizard; whoever comes Forward again finds a page that is opened anew.
    // Without the token of W10 that would begin another registration: it is not this one's way any more.
    else if (!visit.isTokenForgotten) goOn(visit.kept);
  }

  function goOn(kept: SignUpVisit['kept']): void {
    visit.close();
    if (kept.address === null) startedAnew += 1;
    visit = open(kept);
  }

  /** What another browser can know: what the server has been told. */
  function memoryOf(address: string): Memory {
    const { step, fields } = server.draftOf(address) ?? {};
    const { first_name, last_name, email, number, nb_users } = fields ?? {};
    const isOrdered = step === '4';
    return {
      ...(first_name && { first_name, last_name, email }),
      ...(isOrdered && number && nb_users && { number, users: nb_users }),
    } as Memory;
  }

  /** Another tab with the same draft goes on, with a mind made up, until the server is a step further. */
  function goOnInSecondTab(): void {
    const { address, wishes } = visit.kept;
    const draft = server.draftOf(address);
    if (address === null || !draft || draft.completedAt !== null) return;
    Object.assign(wishes, {
      emails: wishes.emails.slice(-1),
      users: wishes.users.slice(-1),
      numbers: wishes.numbers.slice(-1),
      looksBack: false,
    });
    const tab = open(nothingKept(address, wishes));
    const stepOf = () => server.draftOf(address)?.step;
    const before = stepOf();
    try {
      for (let turn = 0; !tab.isOver && stepOf() === before && turn < MOST_TURNS; turn++) {
        tab.turn();
        tab.hold();
      }
    } finally {
      tab.close();
    }
  }

  function hold(): void {
    const { accounts, charges, creations, deaths } = server;
    if (new Set(accounts).size !== accounts.length) throw new Error('the account was made twice');
    if (charges.length > 1) throw new Error('the card was charged twice');
    // Another wish in between begins another draft, and so does the first one when it comes back after that.
    const repeated = creations.filter((creation, index) => creation === creations[index - 1]).length;
    if (repeated > startedAnew + deaths) throw new Error('the registration was created twice');
    if (visit.place.includes('enteringBilling') && order === 'verify-first' && accounts.length === 0)
      throw new Error('billing came before the e-mail was verified');
  }
}

const isFault = (what: string): what is Fault => (faults as readonly string[]).includes(what);
