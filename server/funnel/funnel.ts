import { sql } from 'kysely';
import { DAY_MS } from '../platform/durations.ts';
import type { Store } from '../store/schema.ts';

/** A stage of the sign-up: the states of the flow that belong to it. */
type Stage = { name: string; states: readonly string[] };

/** The stages of both orders, from the account to the login that follows completion. */
export const stages: readonly Stage[] = [
  { name: 'Account', states: ['creatingAccount', 'confirmingAccount'] },
  { name: 'Email', states: ['verifyingEmail'] },
  { name: 'Plan', states: ['choosingPlan', 'choosingPlanAndNumber'] },
  { name: 'Number', states: ['choosingNumber'] },
  { name: 'Billing', states: ['enteringBilling'] },
  { name: 'Completed', states: ['loggingIn'] },
];

/** How often a stage was reached, and how many of these did not reach the next one. */
type StageCount = { name: string; reached: number; lost: number };

type Funnel = {
  stages: StageCount[];
  /** For each language, how often each stage was reached. */
  byLanguage: { language: string; reached: number[] }[];
  /** For each day (UTC), how often the first and the last stage were reached. */
  byDay: { day: string; started: number; completed: number }[];
  /** All states, the most frequent first: where visitors are when they are not on their way. */
  states: { state: string; reached: number }[];
};

type Row = { state: string; language: string | null; day: number; count: number };

/** Counts what visitors who agreed to analytics reached in the sign-up since a moment; no visitor is identified. */
export async function readFunnel(db: Store, since: number): Promise<Funnel> {
  const day = sql<number>`created_at / ${sql.lit(DAY_MS)}`;
  const rows = await db
    .selectFrom('events')
    .select(({ fn }) => ['state', 'language', day.as('day'), fn.countAll<number>().as('count')])
    .where('family', '=', 'registration')
    .where('created_at', '>=', since)
    .groupBy(['state', 'language', 'day'])
    .execute();
  return funnelOf(rows.map((row) => ({ ...row, day: Number(row.day), count: Number(row.count) })));
}

/** The funnel from counts by state, language and day. */
export function funnelOf(rows: readonly Row[]): Funnel {
  const used = stages.filter((stage) => sumOf(rows, stage) > 0);
  const reached = used.map((stage) => sumOf(rows, stage));
  const [first, last] = [used[0], stages.at(-1)];
  const of = (some: readonly Row[], stage: Stage | undefined) => (stage ? sumOf(some, stage) : 0);
  return {
    stages: used.map(({ name }, at) => ({
      name,
      reached: reached[at] ?? 0,
      lost: at + 1 < used.length ? Math.max(0, (reached[at] ?? 0) - (reached[at + 1] ?? 0)) : 0,
    })),
    byLanguage: [...Map.groupBy(rows, ({ language }) => language ?? 'unknown')]
      .map(([language, some]) => ({ language, reached: used.map((stage) => sumOf(some, stage)) }))
      .sort((one, other) => (other.reached[0] ?? 0) - (one.reached[0] ?? 0)),
    byDay: [...Map.groupBy(rows, ({ day }) => day)]
      .sort(([one], [other]) => one - other)
      .map(([day, some]) => ({
        day: new Date(day * DAY_MS).toISOString().slice(0, 10),
        started: of(some, first),
        completed: of(some, last),
      })),
    states: [...Map.groupBy(rows, ({ state }) => state)]
      .map(([state, some]) => ({ state, reached: total(some) }))
      .sort((one, other) => other.reached - one.reached),
  };
}

/** A hosted page that opens and is read over a step is no new arrival at it. */
const isArrival = (state: string): boolean => !/hostedPage\.(?!closed)/.test(state);

const sumOf = (rows: readonly Row[], { states }: Stage): number =>
  total(rows.filter(({ state }) => isArrival(state) && state.split(/[._]/).some((part) => states.includes(part))));

const total = (rows: readonly Row[]): number => rows.reduce((sum, { count }) => sum + count, 0);
