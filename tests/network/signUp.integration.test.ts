import { expect, test } from 'vitest';
import { exploreFaults } from './explore.ts';
import { FaultCoverage } from './faultCoverage.ts';
import { faults } from './faults.ts';
import { reportExplored } from './report.ts';
import { interruptions, signUp, variants } from './signUp.ts';
import { machines } from './signUpVisit.ts';

const isDeep = process.env['DEEP'] === '1';
const coverage = new FaultCoverage();

test.each(Object.entries(variants))(
  'a sign-up completes once, keeps its input and leaks no secret under every fault: %s',
  { timeout: 1_800_000 },
  (name, variant) => {
    const maxFaults = isDeep && !variant.hasFaults ? 2 : 1;
    const explored = exploreFaults((decide) => signUp(variant, decide, coverage), maxFaults);
    reportExplored(`sign-up, ${name}`, maxFaults, explored);
    // Joining a team takes only half of the steps.
    expect(explored.runs).toBeGreaterThan(variant.choices?.joins ? 50 : 200);
  },
);

test('every fault was injected in every state and every call of the sign-up', () => {
  const except = { 'plan.choosing.number.broken': 'the picker itself would have to be at fault' };
  expect(coverage.missing(machines, { interruptions: interruptions, faults, except })).toEqual([]);
});
