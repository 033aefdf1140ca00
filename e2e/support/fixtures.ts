import { expect } from 'playwright/test';
import { type ProductServer, START_MS, startServer } from './server.ts';
import { test as base } from './slowCpu.ts';
import { recordTransitions } from './transitionRecorder.ts';

/**
 * Browser tests have one server per worker: `product`. A file that needs other settings uses `test.use({ settings: {
 * SIGNUP_ORDER: 'plan-first' } })`.
 */
export const test = base.extend<
  { product: ProductServer },
  { settings: Record<string, string>; server: ProductServer }
>({
  settings: [{}, { option: true, scope: 'worker' }],
  server: [
    async ({ settings }, use) => {
      const server = await startServer(settings);
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: START_MS },
  ],
  product: async ({ server }, use) => use(server),
  /** Observes the flows for the walks of the plans; the deep run prints which transitions all pages have taken. */
  context: async ({ context }, use, { parallelIndex, file }) => {
    if (!process.env['DEEP'] && !file.includes('/plan/')) return use(context);
    const keep = await recordTransitions(context);
    await use(context);
    keep(parallelIndex);
  },
  baseURL: async ({ server }, use) => use(server.url),
});

export { expect };
