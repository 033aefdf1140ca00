import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectDefaultMetrics } from 'prom-client';
import { expect, test } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { startServer } from '../support/server.ts';

const folder = join(import.meta.dirname, '../../tools/deploy/monitoring');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

/** Words of an expression that are names of metrics: those with a prefix that this server and its process use. */
const metricsIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:entry|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name);

/** The names under which the server's metrics are scraped. */
async function scraped(): Promise<Set<string>> {
  const { registry } = (await startServer()).context.metrics;
  collectDefaultMetrics({ register: registry });
  const known = await registry.getMetricsAsJSON();
  return new Set(
    known.flatMap(({ name, type }) =>
      String(type) === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}

test.each(['dashboard.json', 'alerts.yml'])('%s names no metric that the server does not have', async (file) => {
  const named = metricsIn(read(file));
  const known = await scraped();
  expect(new Set(named).size).toBeGreaterThan(4);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test('every metric of the server is drawn in the dashboard', async () => {
  const drawn = new Set(metricsIn(read('dashboard.json')).map((name) => name.replace(/_bucket$/, '')));
  const { registry } = (await startServer()).context.metrics;
  const own = (await registry.getMetricsAsJSON()).map(({ name }) => name);
  expect(own.filter((name) => !drawn.has(name))).toEqual([]);
});

test('every alert says what to do, and the page for operators has its expression', () => {
  const rules = read('alerts.yml')
    .split(/^ {6}- alert: /m)
    .slice(1);
  const page = readFileSync(join(folder, '../../../docs/operation.md'), 'utf8');
  expect(rules.length).toBeGreaterThan(6);
  for (const rule of rules) {
    const [name = ''] = rule.split('\n');
    expect(rule, name).toMatch(/todo: \S.{20,}/);
    expect(page, name).toContain(`\`${name}\``);
  }
});

test('the dashboard is JSON that Grafana can import: panels with an expression each, at places that do not overlap', () => {
  const { panels } = JSON.parse(read('dashboard.json')) as {
    panels: { title: string; gridPos: { x: number; y: number; w: number; h: number }; targets: { expr: string }[] }[];
  };
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  for (const { title, targets } of panels) {
    expect(
      targets.every(({ expr }) => expr.length > 0),
      title,
    ).toBe(true);
  }
});

test('the settings of the compose file are accepted in production', () => {
  const compose = readFileSync(join(folder, '../compose.yml'), 'utf8');
  const block = /entry:\n(?:.*\n)*? {4}environment:\n((?: {6}.*\n)+)/.exec(compose)?.[1] ?? '';
  const env = Object.fromEntries(
    [...block.matchAll(/^ {6}([A-Z_]+): (.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  expect(Object.keys(env)).toContain('DATABASE_URL');
  expect(readConfig({ NODE_ENV: 'production', HOST: '0.0.0.0', ...env })).toMatchObject({ mode: 'production' });
});
