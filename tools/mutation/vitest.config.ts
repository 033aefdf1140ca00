import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vitest/config';
import { messageParts } from '../messageParts.ts';
import { InOrder } from './inOrder.ts';
import { keptThreads } from './keptThreads.ts';

/** The tests of the group that `run.ts` tries. */
const chosen = process.env['MUTANT_TESTS']?.split(',') ?? [];

/** StrykerJS passes its own choice of a pool, which only a plugin can replace. */
const keepThreads: Plugin = {
  name: 'keep-threads',
  configureVitest({ project }) {
    const pool = keptThreads();
    project.config.pool = pool.name as 'threads';
    project.config.poolRunner = pool;
  },
};

const projects = [
  { name: 'node', environment: 'node', ending: '.test.ts' },
  { name: 'page', environment: 'jsdom', ending: '.test.tsx' },
];

/** The tests that `npm run mutants` holds against each mutant, all in one thread. */
export default defineConfig({
  plugins: [messageParts(), react(), keepThreads],
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  test: {
    // What waits in vain for a mail or an answer is noticed by this only.
    testTimeout: 8_000,
    isolate: false,
    sequence: { sequencer: InOrder },
    globalSetup: 'tests/support/sharedFolder.ts',
    projects: projects
      .map(({ ending, ...project }) => ({ ...project, include: chosen.filter((file) => file.endsWith(ending)) }))
      .filter(({ include }) => include.length > 0)
      .map(({ name, environment, include }) => ({
        extends: true,
        test: { name, environment, include, setupFiles: ['tools/mutation/inactive.ts', `tests/support/${name}.ts`] },
      })),
  },
});
