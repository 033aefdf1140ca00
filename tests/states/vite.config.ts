import fs from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = import.meta.dirname;
const noTests = join(here, 'noTests.ts');
const noFiles = '\0no files';

/** A page that renders every screen in every state that its flow can reach, for what only a browser can judge. */
export default defineConfig({
  root: here,
  base: '/states/',
  plugins: [
    {
      name: 'read the screens of the unit tests',
      enforce: 'pre',
      resolveId(source, importer = '') {
        if (source === 'vitest') return noTests;
        if (source === 'node:fs') return noFiles;
        if (source.endsWith('/support/screen.tsx') && !importer.startsWith(here)) return join(here, 'testScreen.tsx');
        return null;
      },
      load: (id) =>
        id === noFiles
          ? `import { nothing } from ${JSON.stringify(noTests)};` +
            `export { ${Object.keys(fs).map((name) => `nothing as ${name}`)} };`
          : null,
    },
    react(),
  ],
  logLevel: 'warn',
  build: {
    target: 'es2024',
    minify: false,
    emptyOutDir: true,
    chunkSizeWarningLimit: 10_000,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
});
