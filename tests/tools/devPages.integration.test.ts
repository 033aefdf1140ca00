import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import type { App } from '#server/http/serve.ts';
import { mountDev } from '#server/local/dev.ts';
import { readConfig } from '#server/platform/config.ts';

test.each(['/login/', '/login', '/es/contacto/'])(
  'npm run dev serves %s also to a client that accepts any type',
  async (path) => {
    const app: App = new Hono();
    const { close } = await mountDev(app, readConfig({}));
    onTestFinished(close);
    const response = await app.request(path, { headers: { Accept: '*/*' } }, {});
    expect([response.status, response.headers.get('Content-Type')]).toEqual([
      200,
      expect.stringContaining('text/html'),
    ]);
    expect(await response.text()).toContain('<script id="settings"');
  },
);
