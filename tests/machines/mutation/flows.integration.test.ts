import { expect, test } from 'vitest';
import { type FlowName, flows } from '#machines/registry.ts';
import { mutantsOf } from '../../../tools/mutation/mutants.ts';
import { equivalentsOf, largeFlows, testMutants } from '../../support/mutants.ts';

const names = Object.keys(flows) as FlowName[];

for (const flow of names.filter((name) => !largeFlows.includes(name))) testMutants(flow);

test('at least 97 % of the mutants are killed; equivalent ones count as survivors', () => {
  const total = names.reduce((sum, name) => sum + mutantsOf(flows[name]).length, 0);
  const survivors = names.reduce((sum, name) => sum + equivalentsOf(name).length, 0);
  expect(1 - survivors / total).toBeGreaterThanOrEqual(0.97);
});
