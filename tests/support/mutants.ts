import { mkdirSync, writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { FlowName } from '#machines/registry.ts';
import { createJudge } from '../../tools/mutation/judge.ts';
import { mutantsOf } from '../../tools/mutation/mutants.ts';
import { flowCases } from '../machines/cases.ts';
import equivalentMutants from '../machines/equivalent-mutants.json' with { type: 'json' };
import { explorationOf, planOf } from './flow.ts';

const isDeep = process.env['DEEP'] === '1';
/** `npm test` checks every eightieth mutant, `npm run test:deep` all; SEED shifts the selection. */
const SHARE = 80;
const seed = Number(process.env['SEED'] ?? 0);
const RESULTS = 'test-results/mutation';

/** Mutants that are equivalent to the machine, by flow and reason; each was reviewed. */
const equivalents: Record<string, Record<string, string[]>> = equivalentMutants;

/** The names of a flow's equivalent mutants. */
export const equivalentsOf = (flow: FlowName): string[] => Object.values(equivalents[flow] ?? {}).flat();

/** Flows with so many mutants that each has a test file, and so a process, of its own. */
export const largeFlows: readonly FlowName[] = ['registration', 'numberPicker'];

/** Checks the mutants of a flow: the golden plan or an invariant detects all but the equivalent ones. */
export function testMutants(flow: FlowName): void {
  const cases = flowCases[flow];
  describe(`mutants of ${flow}`, () => {
    const listed = new Set(equivalentsOf(flow));
    const all = mutantsOf(cases.machine);
    const chosen = isDeep ? all : all.filter(({ name }, index) => !listed.has(name) && (index + seed) % SHARE === 0);

    test('each has a name of its own, and each listed one exists', () => {
      const names = all.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      expect([...listed].filter((name) => !names.includes(name))).toEqual([]);
    });

    test('the golden plan and the invariants give all away but the equivalent ones', {
      timeout: 1_800_000,
    }, async () => {
      const started = performance.now();
      const { paths, vertices } = planOf(cases);
      const planned = performance.now();
      const killerOf = createJudge({ paths, options: explorationOf(cases), invariants: cases.invariants });
      const survivors: string[] = [];
      for (const mutant of chosen) {
        if (killerOf(mutant) === null) survivors.push(mutant.name);
        // A WeakRef that was read keeps its graph until the end of the turn; in a single turn, memory would run out.
        await setImmediate();
      }
      mkdirSync(RESULTS, { recursive: true });
      const times = { planMs: planned - started, mutantsMs: performance.now() - planned };
      const counts = { all: all.length, tried: chosen.length, killed: chosen.length - survivors.length };
      writeFileSync(`${RESULTS}/${flow}.json`, JSON.stringify({ vertices, ...counts, ...times }));
      expect(survivors.sort()).toEqual(isDeep ? [...listed].sort() : []);
    });
  });
}
