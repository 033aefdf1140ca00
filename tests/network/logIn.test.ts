import { expect, test } from 'vitest';
import { type Decide, exploreMishaps } from './explore.ts';
import { type Fault, faults } from './faults.ts';
import { LogInServer } from './logInServer.ts';
import { LogInVisit, nothingKept } from './logInVisit.ts';

const isDeep = process.env['DEEP'] === '1';
/** More turns than any login with two mishaps takes. */
const MOST_TURNS = 200;

const disturbances = ['reload', 'Back', 'Forward', 'resend', 'second tab', 'other device'] as const;
type Disturbance = (typeof disturbances)[number];

/** From the mailed confirmation link into the dashboard, whatever happens on the way. */
function logIn(decide: Decide): void {
  const server = new LogInServer();
  let pages = 0;
  const open = (kept = nothingKept) => new LogInVisit(server, `page ${++pages}`, kept);
  let visit = open();

  for (let turn = 0; !visit.isOver; turn++) {
    if (turn > MOST_TURNS) throw new Error(`no end: still in ${visit.place}`);
    const { question } = visit;
    const mishap = decide([...disturbances, ...(question ? faults : [])], () => `${server.print} ${visit.print}`);
    if (mishap === null) visit.turn();
    else if (question && isFault(mishap)) visit.answer(question, mishap);
    else disturb(mishap as Disturbance);
    visit.hold();
  }
  visit.close();
  expect(visit.kept).toMatchObject({ family: 'dashboard', hasSession: true, challenge: null });

  function disturb(what: Disturbance): void {
    if (what === 'second tab') goOnInSecondTab();
    else if (what === 'Back') visit.actor.send({ type: 'BACK' });
    else if (what === 'Forward') visit.actor.send({ type: 'FORWARD' });
    else if (what === 'resend') visit.actor.send({ type: 'RESEND' });
    else {
      visit.close();
      visit = open(what === 'reload' ? visit.kept : nothingKept);
    }
  }

  /** Cookies are the browser's: the other tab begins with them, and this one finds what it left. */
  function goOnInSecondTab(): void {
    const { challenge, family } = visit.kept;
    const tab = open({ ...nothingKept, confirmationToken: null, challenge, family });
    for (let turn = 0; !tab.isOver && turn < MOST_TURNS; turn++) tab.turn();
    expect(tab.isOver).toBe(true);
    visit.kept.challenge = tab.kept.challenge;
    tab.close();
  }
}

const isFault = (what: string): what is Fault => (faults as readonly string[]).includes(what);

test(`a login leads into the dashboard and tells no secret, whatever ${isDeep ? 2 : 1} mishaps do`, {
  timeout: 1_800_000,
}, () => {
  const started = Date.now();
  const { runs, states } = exploreMishaps(logIn, isDeep ? 2 : 1);
  console.log(`login: ${states} states, ${runs} runs, ${Date.now() - started} ms`);
  expect(runs).toBeGreaterThan(states);
});
