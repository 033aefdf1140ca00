import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import LongFirst from './tests/support/longFirst.ts';
import { ownPages } from './tools/brand/ownPages.ts';
import { messageParts } from './tools/messageParts.ts';

/** Tests with processes, databases or real time, and other long ones: `npm run check` leaves them out. */
const integration = 'tests/**/*.integration.test.ts';
const pageIntegration = 'tests/**/*.integration.test.tsx';

/**
 * Integration tests wait for processes more than they compute: two for each core, which Vitest takes as a number only
 * ('200%' is one). Last, so that nothing else waits for a core meanwhile.
 */
const last = { maxWorkers: 2 * availableParallelism(), sequence: { groupOrder: 1 } };

/** Tests of drawn pages. */
const page = { environment: 'jsdom', isolate: false, setupFiles: ['tests/support/page.ts'] };

/** Builds the app; also the home of the unit tests' set-up (Vitest projects: plain Node, integration, and a drawn page). */
export default defineConfig({
  plugins: [messageParts(), ownPages(join(import.meta.dirname, 'operator', 'pages')), react()],
  // The operator's own files, such as a logo (docs/embedding.md).
  publicDir: 'operator/public',
  // React has had this hook for years.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  // Every supported browser preloads modules by itself.
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  test: {
    // Whole sign-ups against the server, on a machine that may be busy.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // By default one core is left idle, which is half of a small machine.
    maxWorkers: '100%',
    sequence: { sequencer: LongFirst },
    globalSetup: 'tests/support/sharedFolder.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          // Files of one worker share its modules: loading the server anew for each took a fifth of the run.
          isolate: false,
          include: ['tests/**/*.test.ts', 'packages/*/tests/**/*.test.ts'],
          exclude: ['**/node_modules/**', integration],
          setupFiles: ['tests/support/node.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          environment: 'node',
          isolate: false,
          ...last,
          include: [integration],
          setupFiles: ['tests/support/node.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'page',
          ...page,
          include: ['tests/**/*.test.tsx'],
          exclude: ['**/node_modules/**', pageIntegration],
        },
      },
      { extends: true, test: { name: 'pageIntegration', ...page, ...last, include: [pageIntegration] } },
    ],
  },
});
