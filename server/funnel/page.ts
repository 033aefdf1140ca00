import { html } from 'hono/html';
import { htmlPage, type Markup } from '../http/htmlPage.ts';
import type { PageBrand } from '../http/pageBrand.ts';
import { DAY_MS } from '../platform/durations.ts';
import type { Store } from '../store/schema.ts';
import { readFunnel } from './funnel.ts';

/** Where the page is, on the address of the metrics. */
export const FUNNEL_PATH = '/funnel';

const MAX_DAYS = 400;
const periods = [7, 30, 90];

const style = `
table { border-collapse: collapse; width: 100%; margin: 0.5rem 0 1.5rem; font-variant-numeric: tabular-nums; }
th, td { padding: 0.35rem 0.75rem 0.35rem 0; text-align: start; border-bottom: 1px solid var(--hairline); }
td svg { display: block; }
rect { fill: var(--accent); }
`;

/** For the operator: the sign-up by stage, with where it is left, by language and by day. `?days=` is the period. */
export async function funnelPage(db: Store, now: number, query: URLSearchParams, brand: PageBrand): Promise<Response> {
  const days = Math.min(Math.max(Math.trunc(Number(query.get('days'))) || 30, 1), MAX_DAYS);
  const { stages, byLanguage, byDay, states } = await readFunnel(db, now - days * DAY_MS);
  const first = stages[0]?.reached ?? 0;
  const names = stages.map(({ name }) => name);
  return htmlPage({
    language: 'en',
    title: `Sign-up of the last ${days} days`,
    layout: 'wide',
    brand,
    style,
    body: html`<p>Visitors who agreed to analytics, counted each time they reach a state; no visitor is followed, and a repeated step counts again.
${periods.map((period) => html`<a href="?days=${period}">${period} days</a> `)}</p>
${
  first === 0
    ? html`<p>Nothing was measured in this time.</p>`
    : html`<h2>By stage</h2>
${table(
  ['Stage', 'Reached', 'Of the first', 'Left here', ''],
  stages.map(({ name, reached, lost }) => [
    name,
    reached,
    share(reached, first),
    lost === 0 ? '' : `${lost} (${share(lost, reached)})`,
    bar(reached, first),
  ]),
)}
<h2>By language</h2>
${table(
  ['Language', ...names],
  byLanguage.map(({ language, reached }) => [language, ...reached]),
)}
<h2>By day (UTC)</h2>
${table(
  ['Day', 'Started', 'Completed', ''],
  byDay.map(({ day, started, completed }) => [
    day,
    started,
    completed,
    bar(started, Math.max(...byDay.map((one) => one.started))),
  ]),
)}
<h2>All states</h2>
${table(
  ['State', 'Reached'],
  states.map(({ state, reached }) => [state, reached]),
)}`
}`,
  });
}

const table = (heads: readonly string[], rows: readonly (readonly (string | number | Markup)[])[]): Markup =>
  html`<table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table>`;

const share = (part: number, whole: number): string => `${Math.round((part / whole) * 100)} %`;

const bar = (value: number, max: number): Markup =>
  html`<svg width="200" height="12" aria-hidden="true"><rect width="${Math.round((200 * value) / max)}" height="12"/></svg>`;
