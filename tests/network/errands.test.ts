import { expect, test } from 'vitest';
import { dashboardErrand, machines as dashboardMachines } from './dashboardErrand.ts';
import { type Errand, runErrand } from './errand.ts';
import { exploreMishaps } from './explore.ts';
import { faults } from './faults.ts';
import { reportExplored } from './report.ts';
import { smallErrands, machines as smallMachines } from './smallErrands.ts';
import { Tried } from './tried.ts';

const most = process.env['DEEP'] === '1' ? 2 : 1;
const tried = new Tried();
const errands = { ...smallErrands, 'a day in the dashboard': dashboardErrand } as unknown as Record<string, Errand>;

test.each(Object.entries(errands))(
  'what a person wants is done, and done once, whatever faults do: %s',
  { timeout: 1_800_000 },
  (name, errand) => {
    const explored = exploreMishaps((decide) => runErrand(errand, decide, tried), most);
    reportExplored(name, most, explored);
    expect(explored.runs).toBeGreaterThan(8);
  },
);

test('every call outside the sign-up and the login has met every fault', () => {
  expect(tried.missing([...dashboardMachines, ...smallMachines], { mishaps: [], faults })).toEqual([]);
});
