import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GoldenPath, parsePlan } from '@xstate/test';

const folder = join(import.meta.dirname, '../../tests/machines/golden');

/** Every flow that has a plan; `tests/machines/registry.test.ts` holds that all have. */
export const plannedFlows = readdirSync(folder).map((file) => file.replace(/\.plan$/, ''));

/** The paths of a flow's golden plan. */
export const goldenPaths = (flow: string): readonly GoldenPath[] =>
  parsePlan(readFileSync(join(folder, `${flow}.plan`), 'utf8')).paths;

/** A sample of the plan: what first comes with such an event. */
export function sampleOf<Sample>(flow: string, event: string): Sample {
  const step = goldenPaths(flow)
    .flatMap(({ steps }) => steps)
    .find(({ label }) => label === event);
  if (!step) throw new Error(`${flow}: no path has "${event}"`);
  return step.payload as Sample;
}
