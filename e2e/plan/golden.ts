import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One step of a golden path: what happens, and the state that it leads to. */
export type GoldenStep = { event: string; with?: Record<string, unknown>; state: unknown; output?: unknown };
export type GoldenPath = { title: string; covers: string[]; start: GoldenStart; steps: GoldenStep[] };
export type GoldenStart = { name: string; input: Record<string, never>; state: unknown };

type Plan = {
  starts: { name?: string; input?: Record<string, never> | null; state: unknown }[];
  paths: { title: string; covers: string[]; steps: GoldenStep[] }[];
};

const folder = join(import.meta.dirname, '../../tests/machines/golden');

/** Every flow that has a plan; `tests/machines/registry.test.ts` holds that all have. */
export const plannedFlows = readdirSync(folder).map((file) => file.replace(/\.json$/, ''));

/** A sample of the plan: what first comes with such an event. */
export function sampleOf<Sample>(flow: string, event: string): Sample {
  const step = goldenPaths(flow)
    .flatMap(({ steps }) => steps)
    .find((one) => one.event === event);
  if (!step) throw new Error(`${flow}: no path has "${event}"`);
  return step.with as Sample;
}

/** The golden plan of a flow, each path with its start: the one whose name its title begins with. */
export function goldenPaths(flow: string): GoldenPath[] {
  const { starts, paths } = JSON.parse(readFileSync(join(folder, `${flow}.json`), 'utf8')) as Plan;
  const all = starts
    .map(({ name = '', input, state }): GoldenStart => ({ name, input: input ?? {}, state }))
    .sort((a, b) => b.name.length - a.name.length);
  return paths.map((path) => {
    const start = all.find(({ name }) => name === '' || path.title.startsWith(`${name}: `));
    if (!start) throw new Error(`${flow}: nobody knows where "${path.title}" begins`);
    return { ...path, start };
  });
}
