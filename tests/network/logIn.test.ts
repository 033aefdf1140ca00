import { expect, test } from 'vitest';
import { exploreMishaps } from './explore.ts';
import { faults } from './faults.ts';
import { disturbances, logIn, ways } from './logIn.ts';
import { machines } from './logInVisit.ts';
import { reportExplored } from './report.ts';
import { Tried } from './tried.ts';

const most = process.env['DEEP'] === '1' ? 2 : 1;
const tried = new Tried();

test.each(Object.entries(ways))(
  'a login leads into the dashboard, with all that was typed, and tells no secret, whatever mishaps do: %s',
  { timeout: 1_800_000 },
  (name, way) => {
    const explored = exploreMishaps((decide) => logIn(way, decide, tried), most);
    reportExplored(`login, ${name}`, most, explored);
    expect(explored.runs).toBeGreaterThan(30);
  },
);

test('every state of the login has met every mishap, and every call every fault', () => {
  expect(tried.missing(machines, { mishaps: disturbances, faults })).toEqual([]);
});
