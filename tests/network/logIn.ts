import assert from 'node:assert/strict';
import type { Decide } from './explore.ts';
import type { FaultCoverage } from './faultCoverage.ts';
import { type Fault, faults, isFault, type Served } from './faults.ts';
import { LogInServer, type ServerBehaviour } from './logInServer.ts';
import { LogInVisit, type SavedVisit, type Slips } from './logInVisit.ts';

/** More turns than any login with two faults needs. */
const MAX_TURNS = 200;

/** Interruptions by the user or the browser. */
export const interruptions = ['reload', 'Back', 'Forward', 'resend', 'second tab', 'other device'] as const;
type Interruption = (typeof interruptions)[number];
export type Variant = Partial<ServerBehaviour> & { slips?: Partial<Slips>; starts?: Partial<SavedVisit> };

const plain: ServerBehaviour = { requiresCode: true, isUnconfirmed: false, maxCodes: 5, failsFirst: false };
const noSlips: Slips = { wrongPasswords: 0, wrongCodes: 0, resends: 0 };
const links = { confirmationToken: 'c1', discountToken: 'd1' };

/** Logins that together reach all states of the flow; faults are injected on top of each. */
export const variants: Record<string, Variant> = {
  'mailed links, then a code': { isUnconfirmed: true, starts: links },
  'without a code': { requiresCode: false },
  'a link that was never followed': { isUnconfirmed: true },
  'a wrong password, wrong codes, a new code, too many tries': {
    maxCodes: 2,
    slips: { wrongPasswords: 1, wrongCodes: 3, resends: 1 },
  },
  'the page of the code without a login': { starts: { family: 'login2fa' } },
  'a server that is out of order at first': {
    failsFirst: true,
    isUnconfirmed: true,
    starts: links,
    slips: { resends: 1 },
  },
};

/** Runs one login to its end; throws if an invariant is violated. */
export function logIn(
  { slips, starts, ...rest }: Variant,
  decide: Decide,
  coverage: FaultCoverage,
  onServed?: (served: Served) => void,
): void {
  const server = new LogInServer({ ...plain, ...rest });
  if (onServed) server.onServed = onServed;
  const nothingKept: SavedVisit = {
    challenge: null,
    family: 'login',
    confirmationToken: null,
    discountToken: null,
    hasSession: false,
    slips: { ...noSlips, ...slips },
    ...starts,
  };
  let pages = 0;
  /** Attempts at a login or a new code whose outcome was known before the next one. */
  let attempts = 0;
  const open = (persisted = nothingKept) => new LogInVisit(server, `page ${++pages}`, persisted);
  let visit = open();
  const unknown = new Set<string>();
  const print = () => `${server.print} ${visit.print} ${[...unknown]} ${attempts - server.mails}`;

  try {
    for (let turn = 0; !visit.isOver; turn++) {
      if (turn > MAX_TURNS) throw new Error(`no end: still in ${visit.place}`);
      const { pendingCall } = visit;
      // Whether the page is visible has nothing to do with the network.
      const isAsked = pendingCall && pendingCall.name !== 'waitForPerson';
      const injected = decide([...interruptions, ...(isAsked ? faults : [])], print);
      if (pendingCall && (injected === null || isFault(injected))) {
        if (injected !== null) coverage.recordFault(visit.nodes, pendingCall.name, injected);
        count(pendingCall.name, injected);
        visit.answer(pendingCall, injected);
      } else if (injected === null) visit.turn();
      else {
        coverage.note(visit.nodes, injected);
        interrupt(injected as Interruption);
      }
      visit.hold();
      if (server.mails > attempts) throw new Error('a code was mailed twice');
    }
  } finally {
    visit.close();
  }
  const { family, hasSession, challenge } = visit.saved;
  assert.deepEqual({ family, hasSession, challenge }, { family: 'dashboard', hasSession: true, challenge: null });

  /** A repetition after a lost response is not a new attempt. */
  function count(name: string, fault: Fault | null): void {
    if (!/^(login|resendLoginCode)$/.test(name)) return;
    if (!unknown.has(name)) attempts += 1;
    if (fault === null || fault === 'rejection' || fault === 'server error') unknown.delete(name);
    else unknown.add(name);
  }

  function interrupt(what: Interruption): void {
    if (what === 'second tab') openSecondTab();
    else if (what === 'Back') visit.actor.send({ type: 'BACK' });
    else if (what === 'Forward') visit.actor.send({ type: 'FORWARD' });
    else if (what === 'resend') visit.actor.send({ type: 'RESEND' });
    else {
      visit.close();
      unknown.clear();
      visit = open(what === 'reload' ? visit.saved : { ...nothingKept, slips: visit.saved.slips });
    }
  }

  /** Cookies are shared: the other tab starts with them, and this one finds those that it leaves. */
  function openSecondTab(): void {
    const { challenge, family } = visit.saved;
    const tab = open({
      ...nothingKept,
      confirmationToken: null,
      discountToken: null,
      challenge,
      family,
      slips: noSlips,
    });
    try {
      for (let turn = 0; !tab.isOver && turn < MAX_TURNS; turn++) {
        if (tab.pendingCall) attempts += 1;
        tab.turn();
        tab.hold();
      }
      assert.ok(tab.isOver, `no end in the other tab: still in ${tab.place}`);
      visit.saved.challenge = tab.saved.challenge;
    } finally {
      tab.close();
    }
  }
}
