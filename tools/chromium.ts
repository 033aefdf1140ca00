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
export const findHeadlessChromium = (): string | null =>
  process.env['CHROMIUM_PATH'] || (onPath('chromium-headless-shell') ?? findChromium());

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
export const chromiumFlags = [
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
