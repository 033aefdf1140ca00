import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's packages of them are webkit2gtk-driver and xvfb. */
const programs = ['WebKitWebDriver', 'Xvfb'];

/** Whether this machine has WebKitGTK with its driver, and a display without a screen. */
export function hasWebKit(): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return programs.every((name) => folders.some((folder) => existsSync(join(folder, name))));
}
