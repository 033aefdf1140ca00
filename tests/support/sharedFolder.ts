import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder for what the workers of one run share. */
    sharedFolder: string;
  }
}

export default function setup({ provide }: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'unit-tests-'));
  provide('sharedFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
