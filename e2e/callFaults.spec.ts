import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { type CallName, calls } from '#contract/calls.ts';
import { languages } from '#domain/constants.ts';
import { localeTag } from '#domain/locale.ts';
import { pathTo } from '#domain/routes.ts';
import { banner, type CallCase, type OpenedCase } from './faults/callCase.ts';
import { dashboardCalls } from './faults/dashboardCalls.ts';
import { type Fault, faults, timeLimits } from './faults/faults.ts';
import { loginCalls } from './faults/loginCalls.ts';
import { numberCalls } from './faults/numberCalls.ts';
import { signUpCalls } from './faults/signUpCalls.ts';
import { isRequestFor } from './plan/interceptCalls.ts';
import { errorsOf } from './support/browserFaults.ts';
import { deep, deepUnless } from './support/deep.ts';
import { expect, test } from './support/fixtures.ts';
import { PASSWORD } from './support/signUp.ts';
import { setTimeLimit } from './support/slowCpu.ts';

/*
 * Every call that a page makes meets every fault of the way to the server, one after another, in a real browser with a
 * real server. Each time the person is told near the place of the press, finds everything that was typed, and presses
 * again; in the end everything is as without a fault, and the server has done it once.
 */

// Only a user who has turned it on needs a code.
test.use({ settings: { TWO_FACTOR: 'off' } });

const cases: readonly CallCase[] = [...loginCalls, ...signUpCalls, ...numberCalls, ...dashboardCalls];

/** Calls of the contract that no page makes, and why. */
const madeByNoPage: Partial<Record<CallName, string>> = {
  listAccountPackages: 'the answer of readAccount has the prices that the dashboard shows',
};

test('every call of the contract is in the table', () => {
  const known = [...cases.map(({ call }) => call), ...Object.keys(madeByNoPage)];
  expect([...new Set(known)].sort()).toEqual(Object.keys(calls).sort());
});

for (const one of cases) {
  const title = one.place ? `${one.call}, ${one.place}` : one.call;
  test(
    `${title}: each fault has words, keeps what was typed, and does nothing twice`,
    deepUnless(one.isTakenAlways ?? false),
    async ({ page, product }) => {
      setTimeLimit(180_000);
      const errors = errorsOf(page);
      await page.clock.install();
      // A page that gets an answer of an unknown shape first reloads: e2e/outdatedPage.spec.ts. In Firefox the script also
      // runs in the empty document before the dashboard, which has no storage.
      await page.addInitScript(
        () => origin !== 'null' && sessionStorage.setItem('reloaded-answer', String(Date.now())),
      );
      const requests = await requestsOf(page, one);
      const opened = await one.open(page, product);

      for (const fault of faults.filter(({ name }) => !one.except?.[name])) {
        await test.step(fault.name, () => meet(page, { one, opened, fault, requests }));
      }
      await test.step('slow', () => arriveSlowly(page, { opened, requests }));
      expect(errors).toEqual([]);
    },
  );
}

for (const language of languages.filter((key) => key !== 'en')) {
  test(`in the language ${language} the words of the page are in that language`, deep, async ({ page }) => {
    await page.clock.install();
    const texts = readFileSync(join(import.meta.dirname, `../locales/${localeTag(language)}.po`), 'utf8');
    const requests = await requestsOf(page, { call: 'login' });
    await page.goto(pathTo('login', language));
    await page.locator('input[name="email"]').fill('anna@example.com');
    await page.locator('input[name="password"]').fill(PASSWORD);
    for (const { respond, says } of faults.filter(({ name }) => ['lost before', '502', '503', 'HTML'].includes(name))) {
      requests.respondBy(respond);
      await requests.madeBy(() => page.locator('main button[type="submit"]').click());
      const [english = ''] = says.split(' Try again in 7');
      await expect(banner(page)).toContainText(translationOf(english, texts));
    }
  });
}

/** What a catalogue has for an English text. */
function translationOf(english: string, texts: string): string {
  const [, translation] = texts.split(`msgid ${JSON.stringify(english)}\nmsgstr `);
  return JSON.parse(translation?.split('\n')[0] ?? '""') || `There is no translation of “${english}”.`;
}

/** The requests of a call, and what becomes of them. */
async function requestsOf(page: Page, { call, request = call }: Pick<CallCase, 'call' | 'request'>) {
  let respond: Fault['respond'] | null = null;
  let count = 0;
  page.on('request', (sent) => {
    if (isRequestFor(request, sent)) count += 1;
  });
  await page.route('**/v1/phone/**', (route) =>
    respond && isRequestFor(request, route.request()) ? respond(route) : route.fallback(),
  );
  return {
    /** From now on. */
    respondBy: (next: Fault['respond'] | null) => {
      respond = next;
    },
    /** Waits for one more request than there were before `press`. */
    madeBy: async (press: () => Promise<void>) => {
      const before = count;
      await press();
      await expect.poll(() => count).toBeGreaterThan(before);
    },
  };
}
type Requests = Awaited<ReturnType<typeof requestsOf>>;

type Meeting = { one: CallCase; opened: OpenedCase; fault: Fault; requests: Requests };

/** The person presses, and the call fails. */
async function meet(page: Page, { one, opened, fault, requests }: Meeting): Promise<void> {
  const received = Promise.withResolvers<void>();
  requests.respondBy(async (route) => {
    await fault.respond(route);
    received.resolve();
  });
  await fault.begin?.(page);
  await requests.madeBy(opened.press);
  if (fault.isEndless) {
    // The server has done it.
    await received.promise;
    await page.clock.fastForward((one.timeLimit ?? timeLimits.call) + 1000);
  }
  if (opened.message) await expect(opened.message).toContainText(opened.says ?? fault.says);
  else await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await opened.keeps();
  await fault.end?.(page);
  await opened.goBack?.();
}

/** The answer takes its time: the page shows that it waits, and then everything is as without a fault. */
async function arriveSlowly(page: Page, { opened, requests }: Pick<Meeting, 'opened' | 'requests'>): Promise<void> {
  const release = Promise.withResolvers<void>();
  requests.respondBy(async (route) => {
    await release.promise;
    await route.fallback();
  });
  await requests.madeBy(opened.press);
  const busy = page.locator('[aria-busy="true"]').or(page.getByText('Loading…'));
  if (opened.message) await expect(opened.waits ?? busy.first()).toBeVisible();
  release.resolve();
  await opened.ends();
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
}
