import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { memoryFolder } from '../../tools/memoryFolder.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder for what the workers of one run share. */
    sharedFolder: string;
  }
}

/** Gives all workers one temporary folder, which goes with the run, and one cache of compiled code for the servers. */
export default function setup({ provide }: TestProject) {
  // A database of PostgreSQL for every test of the server is too much for the memory.
  const place = process.env['TEST_DATABASE'] === 'postgres' ? tmpdir() : memoryFolder();
  const folder = mkdtempSync(join(place, 'unit-tests-'));
  // PostgreSQL runs as a user of its own and passes through.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../../node_modules/.cache/compiled');
  provide('sharedFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
