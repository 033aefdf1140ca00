/*
 * `node tools/proof.ts`, at the end of a deep run: prints what its reports prove about each flow, and fails if a
 * transition was never taken in the browser.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chartOf, parsePlan } from '@xstate/test';
import { type FlowName, flows } from '#machines/registry.ts';
import { textTable } from './textTable.ts';

const golden = join(import.meta.dirname, '../tests/machines/golden');

type Counts = { taken: Record<string, number>; refused: Record<string, number> };
type Mutants = {
  vertices: number;
  all: number;
  tried: number;
  killed: number;
  planMs: number;
  mutantsMs: number;
};
const titles = [
  'flow',
  'states',
  'transitions',
  'guards',
  'paths',
  'steps',
  'machine',
  'screen',
  'browser',
  'mutants killed',
  'walked states',
  'plan ms',
];

/**
 * The results of the last deep run for each flow, from its reports: size, golden plan, transitions taken at the three
 * levels, mutants killed, and how planning time grows with size.
 */
function proofTable(reports: string): string {
  const browser = browserCounts(join(reports, 'transitions'));
  const rows = (Object.keys(flows) as FlowName[]).map((name) => rowOf(name, reports, browser));
  const table = textTable([titles, ...rows.map(({ cells }) => cells)]);
  return `${table}\n${growthOf(rows.flatMap(({ mutants }) => mutants ?? []))}`;
}

function rowOf(name: FlowName, reports: string, browser: ReadonlySet<string>) {
  const { branches, states } = chartOf(flows[name]);
  const guards = branches.filter(({ guard }) => guard !== null);
  const { paths } = parsePlan(readFileSync(join(golden, `${name}.plan`), 'utf8'));
  const machine = read<Counts>(join(reports, 'coverage', `${name}.json`));
  const screen = read<Counts>(join(reports, 'screens', `${name}.json`));
  const mutants = read<Mutants>(join(reports, 'mutation', `${name}.json`));
  const share = (isTaken: (transition: string) => unknown) =>
    `${branches.filter((branch) => isTaken(branch.name)).length}/${branches.length}`;
  const cells = [
    name,
    states.length,
    branches.length,
    guards.length,
    paths.length,
    paths.flatMap(({ steps }) => steps).length,
    machine ? share((transition) => machine.taken[transition]) : '–',
    screen ? share((transition) => screen.taken[transition]) : '–',
    browser.size > 0 ? share((transition) => browser.has(transition)) : '–',
    mutants ? `${mutants.killed}/${mutants.tried}` : '–',
    mutants?.vertices ?? '–',
    mutants ? Math.round(mutants.planMs) : '–',
  ].map(String);
  return { cells, mutants };
}

/** The transitions of all flows that no page of the last browser run has taken. */
function untakenInBrowser(reports: string): string[] {
  const taken = browserCounts(join(reports, 'transitions'));
  return Object.values(flows).flatMap((flow) =>
    chartOf(flow)
      .branches.map(({ name }) => name)
      .filter((name) => !taken.has(name)),
  );
}

type Explored = { name: string; maxFaults: number; runs: number; states: number; ms: number };

/** The network faults of the last run: how many states of page, connection and server were explored. */
export function faultsTable(reports: string): string {
  const folder = join(reports, 'network');
  const files = existsSync(folder) ? readdirSync(folder).sort() : [];
  const all = files.flatMap((file) => read<Explored>(join(folder, file)) ?? []);
  const rows = all.map(({ name, maxFaults, runs, states, ms }) =>
    [name, maxFaults, states, runs, (ms / 1000).toFixed(1)].map(String),
  );
  const sum = all.reduce((total, { states }) => total + states, 0);
  return `${textTable([['scenario', 'faults at once', 'explored states', 'runs', 's'], ...rows])}\nExplored states: ${sum}.`;
}

/** The transitions that some page of the browser tests has taken. */
function browserCounts(folder: string): ReadonlySet<string> {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return new Set(files.flatMap((file) => read<string[]>(join(folder, file)) ?? []));
}

/** The exponent by which planning time grows with the explored states: the slope of the log-log regression. */
function growthOf(all: readonly Mutants[]): string {
  const points = all
    .filter(({ vertices, planMs }) => vertices > 1 && planMs > 0)
    .map(({ vertices, planMs }) => [Math.log(vertices), Math.log(planMs)] as const);
  if (points.length < 2) return '';
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = mean(points.map(([one]) => one));
  const y = mean(points.map(([, one]) => one));
  const slope =
    points.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0) / points.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
  const seconds = all.reduce((sum, { planMs, mutantsMs }) => sum + planMs + mutantsMs, 0) / 1000;
  const killed = all.reduce((sum, one) => sum + one.killed, 0);
  const tried = all.reduce((sum, one) => sum + one.tried, 0);
  return [
    `Mutants: ${killed} of ${tried} killed (${((100 * killed) / tried).toFixed(1)} %), plans and mutants ${Math.round(seconds)} s.`,
    `Planning time grows with the walked states to the power of ${slope.toFixed(2)}.`,
  ].join('\n');
}

const read = <T>(file: string): T | null => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null);

if (import.meta.main) {
  const reports = join(import.meta.dirname, '../test-results');
  const untaken = untakenInBrowser(reports);
  console.log(proofTable(reports));
  for (const transition of untaken) console.log(`Never taken in the browser: ${transition}`);
  process.exitCode = untaken.length > 0 ? 1 : 0;
}
