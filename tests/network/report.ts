import { mkdirSync, writeFileSync } from 'node:fs';
import type { Explored } from './explore.ts';

const RESULTS = 'test-results/network';

/** Writes the size of an exploration; the test runner prints it. */
export function reportExplored(name: string, maxFaults: number, explored: Explored): void {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(`${RESULTS}/${name}.json`, JSON.stringify({ name, maxFaults, ...explored }));
}
