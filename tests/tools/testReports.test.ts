import { expect, test } from 'vitest';
import { readBrowserReport, readUnitReport } from '../../tools/testReports.ts';

test('ten failed tests in nested blocks of one file are counted as ten and named', () => {
  const names = Array.from({ length: 10 }, (_, at) => `outer inner test ${at}`);
  const report = {
    numPassedTests: 3,
    numFailedTests: 10,
    numFailedTestSuites: 3,
    testResults: [
      {
        name: 'tests/a.test.ts',
        status: 'failed',
        assertionResults: names.map((fullName) => ({ status: 'failed', fullName })),
      },
      { name: 'tests/b.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'fine' }] },
    ],
  };
  expect(readUnitReport(report)).toEqual({ passed: 3, failed: names.map((name) => `tests/a.test.ts ${name}`) });
});

test('a file that cannot be loaded counts as one failure', () => {
  const testResults = [{ name: 'tests/broken.test.ts', status: 'failed', assertionResults: [] }];
  expect(readUnitReport({ numPassedTests: 0, testResults })).toEqual({ passed: 0, failed: ['tests/broken.test.ts'] });
});

test('browser tests are counted and named from nested suites; a run that could not start has failed', () => {
  const stats = { expected: 4, flaky: 1, unexpected: 1 };
  const spec = (title: string, ok: boolean) => ({ title, file: 'login.spec.ts', ok });
  const suites = [{ suites: [{ specs: [spec('opens', true), spec('logs in', false)] }] }];
  expect(readBrowserReport({ stats, suites, errors: [] })).toEqual({
    passed: 5,
    failed: ['e2e/login.spec.ts logs in'],
  });
  const none = { stats: { expected: 0, flaky: 0, unexpected: 0 }, suites: [], errors: [{ message: 'no config' }] };
  expect(readBrowserReport(none).failed).toHaveLength(1);
});
