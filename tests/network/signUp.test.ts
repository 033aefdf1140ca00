import { expect, test } from 'vitest';
import { exploreMishaps } from './explore.ts';
import { faults } from './faults.ts';
import { reportExplored } from './report.ts';
import { disturbances, signUp, ways } from './signUp.ts';
import { machines } from './signUpVisit.ts';
import { Tried } from './tried.ts';

const isDeep = process.env['DEEP'] === '1';
const tried = new Tried();

test.each(Object.entries(ways))(
  'a sign-up comes to its end once, with all that was typed, and tells no secret, whatever mishaps do: %s',
  { timeout: 1_800_000 },
  (name, way) => {
    const most = isDeep && !way.hasFaults ? 2 : 1;
    const explored = exploreMishaps((decide) => signUp(way, decide, tried), most);
    reportExplored(`sign-up, ${name}`, most, explored);
    // Who joins a team has half of the way only.
    expect(explored.runs).toBeGreaterThan(way.wishes?.joins ? 50 : 200);
  },
);

test('every state of the sign-up has met every mishap, and every call every fault', () => {
  const except = { 'plan.choosing.number.broken': 'the picker itself would have to be at fault' };
  expect(tried.missing(machines, { mishaps: disturbances, faults, except })).toEqual([]);
});
