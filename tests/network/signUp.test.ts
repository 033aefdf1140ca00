import { describe, expect, test } from 'vitest';
import type { SignupOrder } from '#domain/constants.ts';
import { type Decide, exploreMishaps } from './explore.ts';
import { faults } from './faults.ts';
import { SignUpServer } from './signUpServer.ts';
import { historyOf, SignUpVisit } from './signUpVisit.ts';

const isDeep = process.env['DEEP'] === '1';
/** More turns than any sign-up with two mishaps takes. */
const MOST_TURNS = 400;

const disturbances = ['reload', 'Back', 'Forward', 'second tab', 'other device'] as const;
type Disturbance = (typeof disturbances)[number];
type Case = { order: SignupOrder; asksBank: boolean };

/** One sign-up to its end, whatever happens on the way; throws when something is not as it should be. */
function signUp({ order, asksBank }: Case, decide: Decide): void {
  const server = new SignUpServer({ order, asksBank });
  let pages = 0;
  let startedAnew = 0;
  const open = (before?: Pick<SignUpVisit, 'stored' | 'address' | 'memory'>) =>
    new SignUpVisit(server, order, `page ${++pages}`, before);
  let visit = open();

  for (let turn = 0; !visit.isOver; turn++) {
    if (turn > MOST_TURNS) throw new Error(`no end: still in ${visit.place}`);
    const { question } = visit;
    const print = () => `${server.print} ${visit.print}`;
    const disturbance = decide([...disturbances, ...(question ? faults : [])], print);
    if (isDisturbance(disturbance)) disturb(disturbance);
    else if (question) visit.answer(question, disturbance);
    else if (visit.isLate) visit.wait();
    else visit.act();
    visit.hold();
    hold();
  }
  visit.close();
  expect([server.accounts, server.charges.length]).toEqual([['ann@acme.example'], 1]);

  function disturb(what: Disturbance): void {
    const { back, forward } = historyOf(visit);
    if (what === 'second tab') goOnInSecondTab();
    else if (what === 'Back' || what === 'Forward') {
      const step = what === 'Back' ? back : forward;
      if (step) visit.actor.send({ type: 'HISTORY_MOVED', step });
    } else if (what === 'reload' || visit.address !== null) {
      visit.close();
      if (visit.address === null) startedAnew += 1;
      visit = open(what === 'reload' ? visit : elsewhere(visit));
    }
  }

  /** Another tab with the same draft goes one step further. */
  function goOnInSecondTab(): void {
    if (visit.address === null) return;
    const tab = open(elsewhere(visit));
    const { place } = visit;
    for (let turn = 0; !tab.isOver && turn < MOST_TURNS; turn++) {
      if (tab.question) tab.answer(tab.question, null);
      else if (tab.isLate) tab.wait();
      else if (tab.place !== place && turn > 30) break;
      else tab.act();
    }
    tab.close();
  }

  function hold(): void {
    if (new Set(server.accounts).size !== server.accounts.length) throw new Error('the account was made twice');
    if (server.charges.length > 1) throw new Error('the card was charged twice');
    if (server.drafts.length > 1 + startedAnew) throw new Error('the registration was created twice');
    if (visit.place.includes('enteringBilling') && order === 'verify-first' && server.accounts.length === 0)
      throw new Error('billing came before the e-mail was verified');
  }
}

/** The link opened where nothing was typed: what the draft has is there, all else is typed anew. */
const elsewhere = ({ address }: SignUpVisit) => ({
  stored: { token: null, typed: {} },
  address,
  memory: { names: false, users: false, number: false, city: false },
});

const isDisturbance = (what: string | null): what is Disturbance =>
  (disturbances as readonly (string | null)[]).includes(what);

describe.each([
  { order: 'verify-first', asksBank: true },
  { order: 'verify-first', asksBank: false },
  { order: 'plan-first', asksBank: true },
] as const)('sign-up ($order, bank asks: $asksBank)', (which) => {
  const most = isDeep ? 2 : 1;
  test(`comes to its end, once, with everything typed and nothing told, whatever ${most} mishaps do`, {
    timeout: 1_800_000,
  }, () => {
    const started = Date.now();
    const { runs, states } = exploreMishaps((decide) => signUp(which, decide), most);
    console.log(`${JSON.stringify(which)}: ${states} states, ${runs} runs, ${Date.now() - started} ms`);
    expect(runs).toBeGreaterThan(states);
  });
});
