import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../http/serve.ts';
import { readFiles, sendFile } from '../http/staticFiles.ts';
import type { Config } from '../platform/config.ts';

const ROOT = join(import.meta.dirname, '../..');
const DIST = join(ROOT, 'dist-flows');
/** The flow tests write their coverage here, one file per flow. */
const COVERAGE = join(ROOT, 'test-results', 'coverage');

/** Coverage of the last test run by flow; empty if there was none. */
export function readCoverage(folder = COVERAGE): Record<string, unknown> {
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    files.map((name) => [name.replace(/\.json$/, ''), JSON.parse(readFileSync(join(folder, name), 'utf8'))]),
  );
}

/** The flow map, at /flows/ in local mode only; it shows the running app in a frame. */
export function mountFlows(app: App, config: Config, folder = DIST): void {
  const files = readFiles(folder, config);
  mountCoverage(app);
  app.get('/flows/*', async (request, next) => {
    const file = files.get(request.req.path.slice('/flows'.length));
    return file ? sendFile(request, file, 200) : next();
  });
}

/** The coverage data that the flow map requests. */
export function mountCoverage(app: App): void {
  app.get('/flows', (request) => request.redirect('/flows/', 307));
  app.get('/flows/coverage.json', (request) => request.json(readCoverage()));
}
