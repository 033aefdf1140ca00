import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { compileHints } from '../../compileHints.ts';

/**
 * Builds pages of their own into a temporary folder: the two that every other page is compared with, `/plain.html` and
 * `/hello/`, and `/list/`, a long list alone, which is built as the product is.
 */
export async function buildLimits(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'limits-'));
  cpSync(join(import.meta.dirname, 'plain.html'), join(folder, 'plain.html'));
  const pages = { hello: [react()], list: [react(), compileHints()] };
  for (const [page, plugins] of Object.entries(pages)) {
    await build({
      configFile: false,
      root: join(import.meta.dirname, page),
      base: `/${page}/`,
      plugins,
      logLevel: 'warn',
      mode: 'production',
      build: { target: 'es2022', outDir: join(folder, page), emptyOutDir: true },
    });
  }
  return folder;
}
