import { describe, expect, test } from 'vitest';
import type { SignupOrder } from '#domain/constants.ts';
import { type Decide, exploreMishaps } from './explore.ts';
import { type Fault, faults } from './faults.ts';
import { SignUpServer } from './signUpServer.ts';
import { historyOf, nothingKept, SignUpVisit } from './signUpVisit.ts';

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
  const open = (kept = nothingKept(null)) => new SignUpVisit(server, order, `page ${++pages}`, kept);
  let visit = open();

  for (let turn = 0; !visit.isOver; turn++) {
    if (turn > MOST_TURNS) throw new Error(`no end: still in ${visit.place}`);
    const { question } = visit;
    const mishap = decide([...disturbances, ...(question ? faults : [])], () => `${server.print} ${visit.print}`);
    if (mishap === null) visit.turn();
    else if (question && isFault(mishap)) visit.answer(question, mishap);
    else disturb(mishap as Disturbance);
    visit.hold();
    hold();
  }
  visit.close();
  expect([server.accounts, server.charges.length]).toEqual([['ann@acme.example'], 1]);

  function disturb(what: Disturbance): void {
    if (what === 'second tab') goOnInSecondTab();
    else if (what === 'Back' || what === 'Forward') {
      const { back, forward } = historyOf(visit);
      const step = what === 'Back' ? back : forward;
      if (step) visit.actor.send({ type: 'HISTORY_MOVED', step });
    } else if (what === 'reload' ? !visit.isTokenForgotten : visit.kept.address !== null) {
      // Without the token of W10 a reload would begin another registration: that is not this one's way any more.
      visit.close();
      if (visit.kept.address === null) startedAnew += 1;
      visit = open(what === 'reload' ? visit.kept : nothingKept(visit.kept.address));
    }
  }

  /** Another tab with the same draft goes on from where the server stands, until it is a step further. */
  function goOnInSecondTab(): void {
    const { address } = visit.kept;
    if (address === null) return;
    const tab = open(nothingKept(address));
    const stepOf = () => server.drafts.find(({ token }) => token === address)?.step;
    const before = stepOf();
    for (let turn = 0; !tab.isOver && stepOf() === before && turn < MOST_TURNS; turn++) tab.turn();
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

const isFault = (what: string): what is Fault => (faults as readonly string[]).includes(what);

describe.each([
  { order: 'verify-first', asksBank: true },
  { order: 'verify-first', asksBank: false },
  { order: 'plan-first', asksBank: true },
] as const)('sign-up ($order, bank asks: $asksBank)', (which) => {
  const most = isDeep ? 2 : 1;
  test(`comes to its end once, with all that was typed, and tells no secret, whatever ${most} mishaps do`, {
    timeout: 1_800_000,
  }, () => {
    const started = Date.now();
    const { runs, states } = exploreMishaps((decide) => signUp(which, decide), most);
    console.log(`${JSON.stringify(which)}: ${states} states, ${runs} runs, ${Date.now() - started} ms`);
    expect(runs).toBeGreaterThan(states);
  });
});
