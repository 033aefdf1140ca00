import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const ROOT = join(import.meta.dirname, '..', '..');

/** The flow map: a page of its own beside the product, built into a folder that no product build contains. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/flows/',
  plugins: [react()],
  server: { fs: { allow: [ROOT] } },
  build: { target: 'es2024', outDir: join(ROOT, 'dist-flows'), emptyOutDir: true, chunkSizeWarningLimit: 2000 },
});
