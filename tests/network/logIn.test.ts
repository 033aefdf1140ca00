import { expect, test } from 'vitest';
import { exploreFaults } from './explore.ts';
import { FaultCoverage } from './faultCoverage.ts';
import { faults } from './faults.ts';
import { interruptions, logIn, variants } from './logIn.ts';
import { machines } from './logInVisit.ts';
import { reportExplored } from './report.ts';

const maxFaults = process.env['DEEP'] === '1' ? 2 : 1;
const coverage = new FaultCoverage();

test.each(Object.entries(variants))(
  'a login reaches the dashboard, keeps its input and leaks no secret under every fault: %s',
  { timeout: 1_800_000 },
  (name, variant) => {
    const explored = exploreFaults((decide) => logIn(variant, decide, coverage), maxFaults);
    reportExplored(`login, ${name}`, maxFaults, explored);
    expect(explored.runs).toBeGreaterThan(30);
  },
);

test('every fault was injected in every state and every call of the login', () => {
  expect(coverage.missing(machines, { interruptions: interruptions, faults })).toEqual([]);
});
