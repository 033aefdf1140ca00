/** The result of a test runner: how many tests passed, and the names of those that failed. */
export type Outcome = { passed: number; failed: string[] };

type UnitReport = {
  numPassedTests: number;
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[];
};

/**
 * Vitest's JSON report. A file that cannot be loaded has no tests, and counts as one failure; `describe` blocks never
 * count.
 */
export function readUnitReport({ numPassedTests, testResults }: UnitReport): Outcome {
  const failed = testResults.flatMap(({ name, status, assertionResults }) => {
    const red = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName }) => `${name} ${fullName}`);
    return status === 'failed' && red.length === 0 ? [name] : red;
  });
  return { passed: numPassedTests, failed };
}

type Suite = { specs?: { title: string; file: string; ok: boolean }[]; suites?: Suite[] };
type BrowserReport = {
  stats: { expected: number; flaky: number; unexpected: number };
  suites: Suite[];
  errors: unknown[];
};

/** Playwright's JSON report. */
export function readBrowserReport({ stats, suites, errors }: BrowserReport): Outcome {
  const redOf = (suite: Suite): string[] => [
    ...(suite.specs ?? []).filter(({ ok }) => !ok).map(({ file, title }) => `e2e/${file} ${title}`),
    ...(suite.suites ?? []).flatMap(redOf),
  ];
  const failed = suites.flatMap(redOf);
  const isBroken = failed.length === 0 && errors.length > 0;
  return { passed: stats.expected + stats.flaky, failed: isBroken ? ['the browser tests could not be run'] : failed };
}
