import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { readCoverage } from '#server/local/flows.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Serves the coverage of the last test run, like the product's server. */
const coverage: Plugin = {
  name: 'coverage',
  configureServer: ({ middlewares }) => {
    middlewares.use('/flows/coverage.json', (_, answer) => {
      answer.setHeader('Content-Type', 'application/json');
      answer.end(JSON.stringify(readCoverage()));
    });
  },
};

/** The flow map: a separate page, built into a folder that no product build contains. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/flows/',
  plugins: [react(), coverage],
  server: { host: 'localhost', fs: { allow: [ROOT] } },
  build: { target: 'es2024', outDir: join(ROOT, 'dist-flows'), emptyOutDir: true, chunkSizeWarningLimit: 2000 },
});
