import { expect, test } from 'vitest';
import { machines as dashboardMachines, dashboardScenario } from './dashboardScenario.ts';
import { exploreFaults } from './explore.ts';
import { FaultCoverage } from './faultCoverage.ts';
import { faults } from './faults.ts';
import { reportExplored } from './report.ts';
import { runScenario, type Scenario } from './scenario.ts';
import { machines as smallMachines, smallScenarios } from './smallScenarios.ts';

const maxFaults = process.env['DEEP'] === '1' ? 2 : 1;
const coverage = new FaultCoverage();
const scenarios = { ...smallScenarios, 'a day in the dashboard': dashboardScenario } as unknown as Record<
  string,
  Scenario
>;

test.each(Object.entries(scenarios))(
  'a command takes effect exactly once under every fault: %s',
  { timeout: 1_800_000 },
  (name, scenario) => {
    const explored = exploreFaults((decide) => runScenario(scenario, decide, coverage), maxFaults);
    reportExplored(name, maxFaults, explored);
    expect(explored.runs).toBeGreaterThan(8);
  },
);

test('every fault was injected in every call outside the sign-up and the login', () => {
  expect(coverage.missing([...dashboardMachines, ...smallMachines], { interruptions: [], faults })).toEqual([]);
});
