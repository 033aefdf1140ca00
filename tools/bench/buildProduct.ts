import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Builds the app as for production, if it is not; ends the process where that fails. */
export function buildProduct(): void {
  const setup = [join(import.meta.dirname, '../setup.mjs'), '--build', '--production'];
  const { status } = spawnSync(process.execPath, setup, { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
