import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

/** Builds the two pages that every other page is compared with, into a temporary folder: `/plain.html` and `/hello/`. */
export async function buildLimits(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'limits-'));
  cpSync(join(import.meta.dirname, 'plain.html'), join(folder, 'plain.html'));
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'hello'),
    base: '/hello/',
    plugins: [react()],
    logLevel: 'warn',
    mode: 'production',
    build: { target: 'es2022', outDir: join(folder, 'hello'), emptyOutDir: true },
  });
  return folder;
}
