import assert from 'node:assert/strict';
import type { Decide } from './explore.ts';
import { type Fault, faults } from './faults.ts';
import { LogInServer, type Manners } from './logInServer.ts';
import { type Kept, LogInVisit, type Slips } from './logInVisit.ts';
import type { Tried } from './tried.ts';

/** More turns than any login with two mishaps takes. */
const MOST_TURNS = 200;

/** What a person or a browser does in between. */
export const disturbances = ['reload', 'Back', 'Forward', 'resend', 'second tab', 'other device'] as const;
type Disturbance = (typeof disturbances)[number];
export type Way = Partial<Manners> & { slips?: Partial<Slips>; starts?: Partial<Kept> };

const plain: Manners = { asksCode: true, isUnconfirmed: false, mostCodes: 5, ails: false };
const noSlips: Slips = { wrongPasswords: 0, wrongCodes: 0, resends: 0 };
const links = { confirmationToken: 'c1', discountToken: 'd1' };

/** Ways into the dashboard that come by all states of the login, each with the mishaps on top. */
export const ways: Record<string, Way> = {
  'mailed links, then a code': { isUnconfirmed: true, starts: links },
  'without a code': { asksCode: false },
  'a link that was never followed': { isUnconfirmed: true },
  'a wrong password, wrong codes, a new code, too many tries': {
    mostCodes: 2,
    slips: { wrongPasswords: 1, wrongCodes: 3, resends: 1 },
  },
  'the page of the code without a login': { starts: { family: 'login2fa' } },
  'a server that is out of order at first': { ails: true, isUnconfirmed: true, starts: links, slips: { resends: 1 } },
};

/** One login to its end, whatever happens on the way; throws when something is not as it should be. */
export function logIn({ slips, starts, ...rest }: Way, decide: Decide, tried: Tried): void {
  const server = new LogInServer({ ...plain, ...rest });
  const nothingKept: Kept = {
    challenge: null,
    family: 'login',
    confirmationToken: null,
    discountToken: null,
    hasSession: false,
    slips: { ...noSlips, ...slips },
    ...starts,
  };
  let pages = 0;
  /** Attempts at a login or a new code whose outcome was known when the next one came. */
  let attempts = 0;
  const open = (kept = nothingKept) => new LogInVisit(server, `page ${++pages}`, kept);
  let visit = open();
  const unknown = new Set<string>();
  const print = () => `${server.print} ${visit.print} ${[...unknown]} ${attempts - server.mails}`;

  try {
    for (let turn = 0; !visit.isOver; turn++) {
      if (turn > MOST_TURNS) throw new Error(`no end: still in ${visit.place}`);
      const { question } = visit;
      // Whether somebody looks at the page is no question of the network.
      const isAsked = question && question.name !== 'waitForPerson';
      const mishap = decide([...disturbances, ...(isAsked ? faults : [])], print);
      if (question && (mishap === null || isFault(mishap))) {
        if (mishap !== null) tried.noteFault(visit.nodes, question.name, mishap);
        count(question.name, mishap);
        visit.answer(question, mishap);
      } else if (mishap === null) visit.turn();
      else {
        tried.note(visit.nodes, mishap);
        disturb(mishap as Disturbance);
      }
      visit.hold();
      if (server.mails > attempts) throw new Error('a code was mailed twice');
    }
  } finally {
    visit.close();
  }
  const { family, hasSession, challenge } = visit.kept;
  assert.deepEqual({ family, hasSession, challenge }, { family: 'dashboard', hasSession: true, challenge: null });

  /** What is asked again because its answer never came is no new attempt. */
  function count(name: string, fault: Fault | null): void {
    if (!/^(login|resendLoginCode)$/.test(name)) return;
    if (!unknown.has(name)) attempts += 1;
    if (fault === null || fault === 'refusal' || fault === 'server error') unknown.delete(name);
    else unknown.add(name);
  }

  function disturb(what: Disturbance): void {
    if (what === 'second tab') goOnInSecondTab();
    else if (what === 'Back') visit.actor.send({ type: 'BACK' });
    else if (what === 'Forward') visit.actor.send({ type: 'FORWARD' });
    else if (what === 'resend') visit.actor.send({ type: 'RESEND' });
    else {
      visit.close();
      unknown.clear();
      visit = open(what === 'reload' ? visit.kept : { ...nothingKept, slips: visit.kept.slips });
    }
  }

  /** Cookies are the browser's: the other tab begins with them, and this one finds what it left. */
  function goOnInSecondTab(): void {
    const { challenge, family } = visit.kept;
    const tab = open({
      ...nothingKept,
      confirmationToken: null,
      discountToken: null,
      challenge,
      family,
      slips: noSlips,
    });
    try {
      for (let turn = 0; !tab.isOver && turn < MOST_TURNS; turn++) {
        if (tab.question) attempts += 1;
        tab.turn();
        tab.hold();
      }
      assert.ok(tab.isOver, `no end in the other tab: still in ${tab.place}`);
      visit.kept.challenge = tab.kept.challenge;
    } finally {
      tab.close();
    }
  }
}

const isFault = (what: string): what is Fault => (faults as readonly string[]).includes(what);
