import { expect, onTestFinished, test } from 'vitest';
import { API_PATH } from '#domain/hosts.ts';
import { steps } from '#machines/registration/steps.ts';
import { funnelOf, readFunnel, stages } from '#server/funnel/funnel.ts';
import { FUNNEL_PATH, funnelPage } from '#server/funnel/page.ts';
import { pageBrand } from '#server/http/pageBrand.ts';
import { listenForMetrics } from '#server/platform/metrics.ts';
import { freePort } from '../../tools/freePort.ts';
import { startServer, type TestServer } from '../support/server.ts';

const reach = async (server: TestServer, state: string, lang = 'de', family = 'registration') => {
  const answer = await server.request(`${API_PATH}/events`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Language': lang },
    body: JSON.stringify({ family, state, at: '2025-03-05T12:00:00Z' }),
  });
  expect(answer.status).toBe(202);
};

test('every step of both orders belongs to a stage', () => {
  const known = stages.flatMap(({ states }) => states);
  const all = Object.values(steps).flatMap((order) => Object.values(order).map(({ state }) => state));
  expect(all.filter((state) => !known.includes(state))).toEqual([]);
});

test('counts what was reached by stage, language and day, and where the sign-up was left', async () => {
  const server = await startServer();
  await reach(server, 'filling.step.creatingAccount_hostedPage.closed');
  await reach(server, 'filling.step.creatingAccount_hostedPage.closed', 'es-MX');
  await reach(server, 'filling.step.creatingAccount_hostedPage.closed', 'es-MX');
  await reach(server, 'filling.step.verifyingEmail_hostedPage.closed', 'es-MX');
  await reach(server, 'login', 'de', 'login');
  server.clock.forward(24 * 3600);
  await reach(server, 'filling.step.verifyingEmail_hostedPage.closed');
  await reach(server, 'loggingIn');
  const funnel = await readFunnel(server.context.db, 0);
  expect(funnel.stages).toEqual([
    { name: 'Account', reached: 3, lost: 1 },
    { name: 'Email', reached: 2, lost: 1 },
    { name: 'Completed', reached: 1, lost: 0 },
  ]);
  expect(funnel.byLanguage).toEqual([
    { language: 'mx', reached: [2, 1, 0] },
    { language: 'de', reached: [1, 1, 1] },
  ]);
  expect(funnel.byDay).toEqual([
    { day: '2025-03-05', started: 3, completed: 0 },
    { day: '2025-03-06', started: 0, completed: 1 },
  ]);
  expect(funnel.states[0]).toEqual({ state: 'filling.step.creatingAccount_hostedPage.closed', reached: 3 });
});

test('a state is not taken for one whose name it begins with', () => {
  const { stages: counted } = funnelOf([{ state: 'choosingPlanAndNumber', language: 'en', day: 1, count: 2 }]);
  expect(counted).toEqual([{ name: 'Plan', reached: 2, lost: 0 }]);
});

test('a hosted page over a step does not count the step again', () => {
  const state = (hostedPage: string) => `filling.step.enteringBilling_hostedPage.${hostedPage}`;
  const rows = ['closed', 'open', 'reading', 'read'].map((page) => ({
    state: state(page),
    language: 'en' as const,
    day: 1,
    count: 1,
  }));
  expect(funnelOf(rows).stages).toEqual([{ name: 'Billing', reached: 1, lost: 0 }]);
});

test('what belongs to no stage is listed as a state only, and nothing counts as measured', async () => {
  const rows = [{ state: 'leaving', language: 'en', day: 20_152, count: 3 }];
  expect(funnelOf(rows)).toEqual({
    stages: [],
    byLanguage: [{ language: 'en', reached: [] }],
    byDay: [{ day: '2025-03-05', started: 0, completed: 0 }],
    states: [{ state: 'leaving', reached: 3 }],
  });
  const server = await startServer();
  await reach(server, 'leaving');
  const { context } = server;
  const page = await funnelPage(context.db, context.now(), new URLSearchParams(), pageBrand(context.config, 'en'));
  expect(await page.text()).toContain('Nothing was measured in this time.');
});

test('languages are in the order of their first stage, days in that of the calendar, states in that of their counts', () => {
  const row = (language: string, day: number, count: number, state = 'creatingAccount') => ({
    state,
    language,
    day,
    count,
  });
  const { byLanguage, byDay, states } = funnelOf([
    row('de', 3, 1),
    row('en', 1, 3),
    row('pl', 2, 2),
    row('es', 2, 9, 'verifyingEmail'),
    row('pt', 2, 8, 'choosingNumber'),
  ]);
  expect(byLanguage.map(({ language }) => language)).toEqual(['en', 'pl', 'de', 'es', 'pt']);
  expect(byDay.map(({ day }) => day)).toEqual(['1970-01-02', '1970-01-03', '1970-01-04']);
  expect(states.map(({ reached }) => reached)).toEqual([9, 8, 6]);
});

test('the page has each stage with its share, each language, each day and each state', async () => {
  const { context } = await startServer();
  const { db, now } = context;
  const DAY = 24 * 3600 * 1000;
  const reached = (state: string, language: 'de' | 'mx' | null, daysAgo: number, times: number) =>
    Array.from({ length: times }, () => ({
      family: 'registration',
      state,
      language,
      reached_at: now(),
      created_at: now() - daysAgo * DAY,
    }));
  await db
    .insertInto('events')
    .values([
      ...reached('creatingAccount', 'mx', 1, 3),
      ...reached('creatingAccount', null, 0, 1),
      ...reached('verifyingEmail', 'mx', 0, 3),
      ...reached('verifyingEmail', 'de', 0, 2),
      ...reached('loggingIn', 'mx', 0, 1),
      { family: 'login', state: 'creatingAccount', language: 'de', reached_at: now(), created_at: now() },
    ])
    .execute();
  const page = await (await funnelPage(db, now(), new URLSearchParams(), pageBrand(context.config, 'en'))).text();
  const tables = [...page.matchAll(/<table>.*?<\/table>/gs)].map(([table]) =>
    [...table.matchAll(/<tr>.*?<\/tr>/gs)].map(([row]) =>
      [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(
        ([, cell = '']) => /<rect width="(\d+)"/.exec(cell)?.[1] ?? cell,
      ),
    ),
  );
  expect(tables).toEqual([
    [
      ['Stage', 'Reached', 'Of the first', 'Left here', ''],
      ['Account', '4', '100 %', '', '200'],
      ['Email', '5', '125 %', '4 (80 %)', '250'],
      ['Completed', '1', '25 %', '', '50'],
    ],
    [
      ['Language', 'Account', 'Email', 'Completed'],
      ['mx', '3', '3', '1'],
      ['unknown', '1', '0', '0'],
      ['de', '0', '2', '0'],
    ],
    [
      ['Day', 'Started', 'Completed', ''],
      ['2025-03-04', '3', '0', '200'],
      ['2025-03-05', '1', '1', '67'],
    ],
    [
      ['State', 'Reached'],
      ['verifyingEmail', '5'],
      ['creatingAccount', '4'],
      ['loggingIn', '1'],
    ],
  ]);
  expect(page).toContain('<main class="wide">');
  expect(page).toContain('<html lang="en"');
  expect(page).toMatch(/<header><a class="brand" href="http:\/\/localhost:3000\/"/);
  for (const days of [7, 30, 90]) expect(page).toContain(`<a href="?days=${days}">${days} days</a>`);
});

test.each([
  ['', 30],
  ['?days=7', 7],
  ['?days=7.9', 7],
  ['?days=0', 30],
  ['?days=-3', 1],
  ['?days=400', 400],
  ['?days=401', 400],
])('“%s” is a period of %i days, whose first moment counts', async (query, days) => {
  const { context } = await startServer();
  const { db, now } = context;
  const at = (created_at: number) => ({ family: 'registration', state: 'verifyingEmail', reached_at: 0, created_at });
  const start = now() - days * 24 * 3600 * 1000;
  await db
    .insertInto('events')
    .values([at(start - 1), at(start)])
    .execute();
  const page = await funnelPage(db, now(), new URLSearchParams(query), pageBrand(context.config, 'en'));
  expect(await page.text()).toMatch(new RegExp(`last ${days} days.*<td>Email</td><td>1</td>`, 's'));
});

test('the page is on the address of the metrics only, and leaves out what is older than its period', async () => {
  const server = await startServer();
  await reach(server, 'creatingAccount');
  const { db, metrics, now } = server.context;
  const port = await freePort();
  const brand = pageBrand(server.context.config, 'en');
  const pages = { [FUNNEL_PATH]: (query: URLSearchParams) => funnelPage(db, now(), query, brand) };
  onTestFinished(await listenForMetrics(metrics, { host: '127.0.0.1', port }, pages));
  const page = async (query = '') => (await fetch(`http://127.0.0.1:${port}/funnel${query}`)).text();
  expect(await page()).toContain('<td>Account</td>');
  expect((await server.request('/funnel')).status).toBe(404);
  server.clock.forward(8 * 24 * 3600);
  expect(await page('?days=7')).toContain('Nothing was measured');
  expect(await page('?days=nonsense')).toContain('Sign-up of the last 30 days');
});

test('a language that no page has is stored as none', async () => {
  const server = await startServer();
  await reach(server, 'creatingAccount', 'ann@example.com');
  expect(await server.context.db.selectFrom('events').select('language').execute()).toEqual([{ language: null }]);
});
