import { defineConfig } from 'vitest/config';

const ofProcesses = ['crash', 'kills', 'listen', 'markedSecrets', 'moveToPostgres', 'process', 'severalServers'];

/** For a small run: MUTANT_TESTS=tests/server/throttle.test.ts,tests/server/serve.test.ts */
const chosen = process.env['MUTANT_TESTS']?.split(',');

/** The tests that `npm run mutants` holds against each mutant: those that run the code in their own process. */
export default defineConfig({
  test: {
    environment: 'node',
    isolate: false,
    testTimeout: 30_000,
    include: chosen ?? ['tests/{server,domain,contract,adapters,app}/**/*.test.ts'],
    // They start processes of their own, which run the code without the mutant.
    exclude: ofProcesses.map((name) => `tests/server/${name}.integration.test.ts`),
    setupFiles: ['tests/support/node.ts'],
    globalSetup: 'tests/support/sharedFolder.ts',
  },
});
