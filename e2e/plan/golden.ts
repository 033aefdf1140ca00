import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GoldenPath, parsePlan } from '@xstate/test';

const folder = join(import.meta.dirname, '../../tests/machines/golden');

/** Every flow with a plan; `tests/machines/registry.test.ts` checks that all have one. */
export const plannedFlows = readdirSync(folder).map((file) => file.replace(/\.plan$/, ''));

/** The paths of a flow's golden plan. */
export const goldenPaths = (flow: string): readonly GoldenPath[] =>
  parsePlan(readFileSync(join(folder, `${flow}.plan`), 'utf8')).paths;

/** A sample from the plan: the payload of the first event with this name. */
export function sampleOf<Sample>(flow: string, event: string): Sample {
  const step = goldenPaths(flow)
    .flatMap(({ steps }) => steps)
    .find(({ label }) => label === event);
  if (!step) throw new Error(`${flow}: no path has "${event}"`);
  return step.payload as Sample;
}
