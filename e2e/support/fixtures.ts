import { expect } from 'playwright/test';
import { type ProductServer, START_MS, startServer } from './server.ts';
import { test as base } from './slowCpu.ts';
import { recordTransitions } from './transitionRecorder.ts';

/** The running server with these settings. */
type ServerWith = (settings: Record<string, string>) => Promise<ProductServer>;

/**
 * Browser tests have one server per worker and settings: `product`. A file that needs other settings uses
 * `test.use({ settings: { SIGNUP_ORDER: 'plan-first' } })`.
 */
export const test = base.extend<
  { settings: Record<string, string>; server: ProductServer; product: ProductServer },
  { serverWith: ServerWith }
>({
  settings: [{}, { option: true }],
  // Of the worker, not of the file: a worker whose settings changed would be replaced by one with a new browser.
  serverWith: [
    async ({ browserName: _ }, use) => {
      const servers = new Map<string, Promise<ProductServer>>();
      await use((settings) => {
        const key = JSON.stringify(settings);
        const server = servers.get(key) ?? startServer(settings);
        servers.set(key, server);
        server.catch(() => servers.delete(key));
        return server;
      });
      for (const server of servers.values()) await (await server).stop();
    },
    { scope: 'worker', timeout: START_MS },
  ],
  server: [async ({ serverWith, settings }, use) => use(await serverWith(settings)), { timeout: START_MS }],
  /** A failed test shows what the server has printed meanwhile. */
  product: async ({ server }, use, testInfo) => {
    const before = server.output().length;
    await use(server);
    if (testInfo.status === testInfo.expectedStatus) return;
    await testInfo.attach('server', { body: server.output().slice(before), contentType: 'text/plain' });
  },
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
