import { expect, test } from 'vitest';
import { exploreFaults } from './explore.ts';
import { FaultCoverage } from './faultCoverage.ts';
import { faults } from './faults.ts';
import { interruptions, logIn, ways } from './logIn.ts';
import { machines } from './logInVisit.ts';
import { reportExplored } from './report.ts';

const most = process.env['DEEP'] === '1' ? 2 : 1;
const coverage = new FaultCoverage();

test.each(Object.entries(ways))(
  'a login leads into the dashboard, with all that was typed, and tells no secret, whatever faults do: %s',
  { timeout: 1_800_000 },
  (name, way) => {
    const explored = exploreFaults((decide) => logIn(way, decide, coverage), most);
    reportExplored(`login, ${name}`, most, explored);
    expect(explored.runs).toBeGreaterThan(30);
  },
);

test('every state of the login has met every fault, and every call every fault', () => {
  expect(coverage.missing(machines, { interruptions: interruptions, faults })).toEqual([]);
});
