import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mountStaticSite } from '#server/http/staticSite.ts';
import { mountFlows, readCoverage } from '#server/local/flows.ts';
import { emptyFolder } from '#tests/support/dataFolder.ts';
import { production } from '#tests/support/production.ts';
import { startServer } from '#tests/support/server.ts';

/** A folder with some files; gone after the test. */
function folderOf(files: Record<string, string>): string {
  const folder = emptyFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

it('the flow map is served at /flows/, with the coverage of the last tests', async () => {
  const { app, context, request } = await startServer();
  mountFlows(app, context.config, folderOf({ 'index.html': 'the map', 'assets/map.js': 'draw()' }));
  const page = await request('/flows/');
  expect([page.status, await page.text()]).toEqual([200, 'the map']);
  expect(await (await request('/flows/assets/map.js')).text()).toBe('draw()');
  expect((await request('/flows')).headers.get('Location')).toBe('/flows/');
  expect((await request('/flows/coverage.json')).status).toBe(200);
});

it('the flow map has the opener policy of the window that it opens, however it was opened itself', async () => {
  const { app, context, request } = await startServer();
  mountFlows(app, context.config, folderOf({ 'index.html': 'the map' }));
  mountStaticSite(app, context.config, folderOf({ 'signup/index.html': 'the app' }));
  const policyOf = async (path: string, site: string) =>
    (await request(path, { headers: { 'Sec-Fetch-Site': site } })).headers.get('Cross-Origin-Opener-Policy');
  expect(await policyOf('/flows/', 'none')).toBe('same-origin-allow-popups');
  expect(await policyOf('/signup/', 'same-origin')).toBe('same-origin-allow-popups');
});

it('coverage is read per flow, and is empty before the first run', () => {
  const counts = { taken: { a: 1 }, refused: {}, entered: {} };
  expect(readCoverage(folderOf({ 'auth.json': JSON.stringify(counts) }))).toEqual({ auth: counts });
  expect(readCoverage('/nowhere/at/all')).toEqual({});
});

it('in production there is no flow map, and the app cannot be framed', async () => {
  const { app, context, request } = await startServer(production);
  const site = { 'login/index.html': 'login', '404.html': 'not found' };
  mountStaticSite(app, context.config, folderOf(site));
  for (const path of ['/flows', '/flows/', '/flows/coverage.json']) expect((await request(path)).status).toBe(404);
  const headers = { 'Sec-Fetch-Dest': 'iframe', 'Sec-Fetch-Site': 'same-origin' };
  const framed = await request('/login/', { headers });
  expect(framed.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
});

it.each([
  [{ 'Sec-Fetch-Dest': 'iframe', 'Sec-Fetch-Site': 'same-origin' }, "'self'"],
  [{ 'Sec-Fetch-Dest': 'iframe', 'Sec-Fetch-Site': 'cross-site' }, "'none'"],
  [{ 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Site': 'none' }, "'none'"],
  [{}, "'none'"],
])('in local mode only a page of the same origin may frame the app: %o', async (headers, ancestors) => {
  const { app, context, request } = await startServer();
  mountStaticSite(app, context.config, folderOf({ 'login/index.html': 'login' }));
  const answer = await request('/login/', { headers: headers as Record<string, string> });
  expect(answer.headers.get('Content-Security-Policy')).toContain(`frame-ancestors ${ancestors};`);
});
