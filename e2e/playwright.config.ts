import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'playwright/test';
import { browserToTest, inFirefox } from '../tools/browsers.ts';
import { slowness } from './support/slowCpu.ts';

const results = join(import.meta.dirname, '../test-results', inFirefox ? 'firefox' : 'browser');

/** Browser tests. Each file starts the servers it needs (e2e/support/server.ts). */
export default defineConfig({
  testDir: '.',
  snapshotPathTemplate: '{testDir}/trees/{arg}{ext}',
  outputDir: results,
  reporter: [['line'], ['json', { outputFile: `${results}.json` }]],
  fullyParallel: true,
  // A test computes for less than half of its time: it waits for the page, the server and the next frame. A slowed page
  // computes, or holds its core for nothing, all the time.
  workers: slowness > 1 ? availableParallelism() : 2 * availableParallelism(),
  // A shared machine may stall for a moment; what passes only the second time is listed as flaky.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: true,
  timeout: 90_000 * slowness,
  expect: { timeout: 10_000 * slowness },
  grepInvert: process.env['DEEP'] ? /$^/ : /@deep/,
  use: {
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    // A trace costs more than a third of a run: only what failed is recorded, when it is tried again.
    trace: 'on-first-retry',
    ...browserToTest(),
  },
});
