import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright';

/** An installed Chromium: CHROMIUM_PATH, Playwright's own, or the system's. */
export function findChromium(): string | null {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return CHROMIUM_PATH;
  const own = chromium.executablePath();
  return existsSync(own) ? own : onPath('chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome');
}

/** Chromium's headless shell if it is installed: the same engine for a third less processor time. */
const findHeadlessChromium = (): string | null =>
  process.env['CHROMIUM_PATH'] || (onPath('chromium-headless-shell') ?? findChromium());

/** A Firefox for tests: FIREFOX_PATH, or an installed ESR. What a driver can do in others changes from month to month. */
export const findFirefox = (): string | null => process.env['FIREFOX_PATH'] || onPath('firefox-esr');

/** Where `TEST_BROWSER=firefox` is set, the browser tests run in Firefox. */
export const inFirefox = process.env['TEST_BROWSER'] === 'firefox';

/** What the browser tests start: Firefox, or a Chromium, which is the headless one unless a test needs a whole one. */
export function browserToTest(executablePath = findHeadlessChromium()) {
  if (!inFirefox) return { launchOptions: { ...(executablePath && { executablePath }), args: chromiumFlags } };
  return {
    browserName: 'firefox' as const,
    // Firefox as it is released, over WebDriver BiDi; without a channel Playwright looks for its own build.
    channel: 'moz-firefox',
    launchOptions: {
      executablePath: findFirefox() ?? 'firefox-esr',
      // For the colour scheme (e2e/support/emulatedScheme.ts).
      args: ['--remote-allow-system-access'],
      firefoxUserPrefs: {
        // WebDriver BiDi can press nothing in a frame that has a process of its own, as the bank's would.
        'fission.webContentIsolationStrategy': 0,
        // Playwright misses that a page has come out of the back/forward cache; in Chromium it switches that off itself.
        'browser.sessionhistory.max_total_viewers': 0,
      },
    },
  };
}

function onPath(...names: string[]): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const places = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return places.find((place) => existsSync(place)) ?? null;
}

/**
 * Finds a Chromium or installs one (Playwright's, or Debian's as root), and prints one line about it; where there is none,
 * the result is the reason.
 */
export function provideChromium(): string | null {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH && !existsSync(CHROMIUM_PATH)) return `CHROMIUM_PATH names no file: ${CHROMIUM_PATH}`;
  const found = findHeadlessChromium();
  if (found && findChromium()) {
    console.log(`Browser: ${found}`);
    return null;
  }
  console.log('Browser: none found, installing Chromium …');
  const install = 'DEBIAN_FRONTEND=noninteractive apt-get install -y -qq';
  const attempts: [string, string[], number][] = [
    [
      process.execPath,
      [join(import.meta.dirname, '../node_modules/playwright/cli.js'), 'install', 'chromium'],
      240_000,
    ],
    [
      'sh',
      ['-c', `apt-get update -qq && ${install} chromium && { ${install} chromium-headless-shell || true; }`],
      600_000,
    ],
  ];
  for (const [command, args, timeout] of attempts) {
    const { status } = spawnSync(command, args, { stdio: 'ignore', timeout });
    if (status === 0 && findChromium()) return null;
  }
  return 'No Chromium could be found or installed. Install one and set CHROMIUM_PATH to it.';
}

/** A browser for a tool, which ends with a sentence where there is none. */
export async function launchChromium(): Promise<Browser> {
  const reason = provideChromium();
  if (reason !== null) {
    console.error(reason);
    process.exit(1);
  }
  const executablePath = findHeadlessChromium();
  return chromium.launch({ ...(executablePath && { executablePath }), args: chromiumFlags });
}

/**
 * Flags for machines without network or sandbox, harmless elsewhere. One renderer process and no GPU
 * process save a quarter of the processor time of a new context, in which every browser test runs.
 */
const chromiumFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--renderer-process-limit=1',
  '--in-process-gpu',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];
