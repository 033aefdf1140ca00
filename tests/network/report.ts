import { mkdirSync, writeFileSync } from 'node:fs';
import type { Explored } from './explore.ts';

const RESULTS = 'test-results/network';

/** Writes down how much was explored; the runner of all tests prints it. */
export function reportExplored(name: string, most: number, explored: Explored): void {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(`${RESULTS}/${name}.json`, JSON.stringify({ name, most, ...explored }));
}
