import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** A Chromium that is there already: CHROMIUM_PATH, Playwright's own, else the system's. */
export function findChromium(): string | null {
  const { CHROMIUM_PATH, PATH = '' } = process.env;
  if (CHROMIUM_PATH) return CHROMIUM_PATH;
  const own = chromium.executablePath();
  if (existsSync(own)) return own;
  const places = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return places.find((place) => existsSync(place)) ?? null;
}

/** Finds a Chromium or installs one (Playwright's, else Debian's as root); says in one line what it does. */
export function provideChromium(): string {
  const found = findChromium();
  if (found) {
    console.log(`Browser: ${found}`);
    return found;
  }
  console.log('Browser: none found, installing Chromium …');
  const attempts: [string, string[], number][] = [
    [
      process.execPath,
      [join(import.meta.dirname, '../node_modules/playwright/cli.js'), 'install', 'chromium'],
      240_000,
    ],
    ['sh', ['-c', 'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium'], 600_000],
  ];
  for (const [command, args, timeout] of attempts) {
    const { status } = spawnSync(command, args, { stdio: 'ignore', timeout });
    const installed = status === 0 ? findChromium() : null;
    if (installed) return installed;
  }
  throw new Error('No Chromium could be found or installed. Install one and set CHROMIUM_PATH to it.');
}

/** Flags that a closed or rootless machine needs; harmless elsewhere. */
export const chromiumFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];
