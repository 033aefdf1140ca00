import { expect, test } from 'vitest';
import { dashboardErrand } from './dashboardErrand.ts';
import { type Errand, runErrand } from './errand.ts';
import { exploreMishaps } from './explore.ts';
import { reportExplored } from './report.ts';
import { smallErrands } from './smallErrands.ts';
import { Tried } from './tried.ts';

const most = process.env['DEEP'] === '1' ? 2 : 1;
const errands = { ...smallErrands, 'a day in the dashboard': dashboardErrand } as unknown as Record<string, Errand>;

test.each(Object.entries(errands))(
  `what a person wants is done, and done once, whatever ${most} faults do: %s`,
  { timeout: 1_800_000 },
  (name, errand) => {
    const tried = new Tried();
    const explored = exploreMishaps((decide) => runErrand(errand, decide, tried), most);
    reportExplored(name, most, explored);
    expect(explored.runs).toBeGreaterThan(8);
  },
);
