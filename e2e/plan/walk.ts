import { type GoldenPath, type GoldenStep, stateText } from '@xstate/test';
import { expect, type Page } from 'playwright/test';
import type { StateValue } from 'xstate';
import { type FlowName, flows } from '#machines/registry.ts';
import { play } from '../../tools/flows/play.ts';
import type { ObservedPage } from '../support/transitionRecorder.ts';
import { buttonLabels } from './buttonLabels.ts';
import { entryPoints, type PageControls } from './entryPoints.ts';
import { interceptCalls, isCall } from './interceptCalls.ts';

const NOON = new Date('2025-03-05T12:00:00Z');

/**
 * Walks a golden path in the page. User events go through fields and buttons, the server's responses through the held
 * calls, time through the page's clock. Internal events (a child that ends, a subscription that fails) are sent to the
 * flow as the flow map sends events. After each step the flow must be in the state of the plan.
 */
export async function walkInBrowser(page: Page, flow: string, path: GoldenPath, origin: string): Promise<void> {
  const { start, steps } = withBankAt(origin, path);
  const transitions = play(flows[flow as FlowName], path).flatMap(({ taken }) => taken);
  const enter = entryPoints[flow];
  if (!enter) throw new Error(`No entry point leads to ${flow}`);
  const broken: string[] = [];
  page.on('pageerror', ({ message }) => broken.push(message));
  await page.clock.install({ time: new Date(NOON.getTime() - 60_000) });
  await page.clock.pauseAt(NOON);
  const calls = await interceptCalls(page);
  const controls: PageControls = {
    answer: calls.answer,
    tick: () => page.clock.runFor(60),
    send: async (other, state, event) => {
      await waitForState(page, other, state);
      await send(page, other, event);
    },
  };
  await page.route(`${origin}${BANK_PAGE}`, () => {});
  await enter(page, (start.input ?? {}) as Record<string, never>, controls, start.name);
  await waitForState(page, flow, start.state);
  await keepPage(page);

  for (const [index, step] of steps.entries()) {
    const failsNext = isUnsent(steps[index + 1]);
    if (failsNext) await page.evaluate(keepNoCookies);
    if (!isUnsent(step)) await take(page, flow, step, calls);
    if (!failsNext) await waitForState(page, flow, step.state);
  }
  await expect
    .poll(() => untaken(page, transitions), { message: 'transitions of the path that were not taken' })
    .toEqual([]);
  expect(broken).toEqual([]);
}

/** Performs a step of the plan in the page. */
async function take(page: Page, flow: string, step: GoldenStep, calls: Calls): Promise<void> {
  const [, kind = '', id = ''] = /^(done|error|snapshot|after) (.+)$/.exec(step.label) ?? [];
  if (kind === 'after') await page.clock.runFor(id === 'card' ? 60_000 : 15_000);
  else if (kind && isCall(id)) await calls.answer(id, step.payload);
  else if (step.label === 'done waitForPerson') await page.evaluate(showPage);
  else if (step.label === 'TIME_PASSED') await advanceClock(page, step.payload['now'] as number);
  else if (step.label === 'PAGE_CLOSED') await closeBank(page, calls);
  else if (kind) await send(page, flow, step.event);
  else if (!(await sendByControls(page, flow, step))) await send(page, flow, step.event);
}

type Calls = Awaited<ReturnType<typeof interceptCalls>>;

/** Closes the bank's page over a form; the registration is then loaded again, unchanged. */
async function closeBank(page: Page, { answerAgain }: Calls): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click();
  await answerAgain('readRegistration');
}

/**
 * Replaces the bank of the plans by our own origin, because the flow accepts no other. Its page never loads; the test
 * sends its messages.
 */
const withBankAt = (origin: string, path: GoldenPath): GoldenPath =>
  JSON.parse(JSON.stringify(path).replaceAll(/https:\/\/bank\.example(\/check)?\/1/g, `${origin}${BANK_PAGE}`));
const BANK_PAGE = '/check/1';

/** A browser without cookies fails before it sends a request: such a step happens together with the one before. */
const isUnsent = (step: GoldenStep | undefined) =>
  (step?.payload['error'] as { kind?: string } | undefined)?.kind === 'cookiesNeeded';
const keepNoCookies = () => {
  Object.defineProperty(document, 'cookie', { get: () => '', set: () => {}, configurable: true });
};

/** Blocks navigation, so that a flow that leaves its page can still be inspected and continued. */
const keepPage = (page: Page) =>
  page.evaluate(() =>
    navigation.addEventListener('navigate', (event) => {
      if (!event.destination.sameDocument) event.preventDefault();
    }),
  );

/**
 * In ms. The page's clock goes on by 60 ms with each look. So that it stays below the flows' own limit of 15 s also where
 * a slow machine needs all the time that it has, the looks become fewer.
 */
const INTERVALS = [10, 20, 50, ...Array<number>(20).fill(100), 500];

/** Waits until the flow is in the state, or is running at all. */
async function waitForState(page: Page, flow: string, state?: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.clock.runFor(60);
        const running = await runningFlow(page, flow);
        return running && state !== undefined ? stateText(running.value as StateValue) : running?.flow;
      },
      { message: `where ${flow} stands`, intervals: INTERVALS },
    )
    .toEqual(state ?? flow);
}

/**
 * Advances the page's clock, not before the given time; timers have started later by the duration of the walk so far.
 */
async function advanceClock(page: Page, then: number): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  if (now < then) await page.clock.setSystemTime(then + (now - NOON.getTime()));
  await page.clock.runFor(1000);
}

/** The transitions of a path that the page's flows have not taken yet. */
async function untaken(page: Page, transitions: readonly string[]): Promise<string[]> {
  await page.clock.runFor(60);
  const taken = await page.evaluate(() => (window as unknown as ObservedPage).takenTransitions);
  return transitions.filter((one) => !taken.includes(one));
}

/** Makes the page visible. */
const showPage = () => {
  Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
};

const runningFlow = (page: Page, flow: string) =>
  page
    .evaluate((name) => (window as unknown as ObservedPage).runningFlows?.findLast((one) => one.flow === name), flow)
    .catch(() => undefined);

async function send(page: Page, flow: string, event: object): Promise<void> {
  const running = await runningFlow(page, flow);
  if (!running) throw new Error(`${flow} does not run in this page`);
  await page.evaluate(([id, what]) => (window as unknown as ObservedPage).sendToFlow(id, what), [
    running.sessionId,
    event,
  ] as const);
}

/** Performs a user event by the page's controls; returns false if no control sends it. */
async function sendByControls(page: Page, flow: string, { label, payload }: GoldenStep): Promise<boolean> {
  const change = label === 'CHANGE' && (payload['change'] as Record<string, string | boolean>);
  if (change) {
    const fields = Object.entries(change).map(([name, value]) => ({
      field: page.locator(`input[name="${name}"]:visible, select[name="${name}"]:visible`),
      value,
    }));
    for (const { field } of fields) if ((await field.count()) !== 1 || !(await field.isEditable())) return false;
    for (const { field, value } of fields) {
      if (typeof value === 'boolean') await field.setChecked(value);
      else if ((await field.evaluate(({ tagName }) => tagName)) === 'SELECT') await field.selectOption(value);
      else await field.fill(value);
    }
    return true;
  }
  for (const name of buttonLabels[flow]?.[label] ?? []) {
    const button = page.getByRole('button', { name, exact: true });
    if ((await button.count()) !== 1 || (await button.getAttribute('aria-disabled')) === 'true') continue;
    if (!(await button.isEnabled())) continue;
    await button.click();
    return true;
  }
  return false;
}
