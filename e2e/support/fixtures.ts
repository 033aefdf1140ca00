import { test as base, expect } from 'playwright/test';
import { noteArrows } from './arrows.ts';
import { type ProductServer, startServer } from './server.ts';

/**
 * Browser tests get a server of their own worker: `product`. A file that needs other settings says
 * `test.use({ settings: { SIGNUP_ORDER: 'plan-first' } })`.
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
    { scope: 'worker' },
  ],
  product: async ({ server }, use) => use(server),
  /** The deep run prints which arrows the pages have taken. */
  context: async ({ context }, use, { parallelIndex }) => {
    if (!process.env['DEEP']) return use(context);
    const keep = await noteArrows(context);
    await use(context);
    keep(parallelIndex);
  },
  baseURL: async ({ server }, use) => use(server.url),
});

export { expect };
