import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test, onTestFinished as whenDone } from 'vitest';

const SETUP = join(import.meta.dirname, '../../tools/setup.mjs');

/** A clone with installed packages, whose `node` is this script. */
function clone(node: string): string {
  const root = mkdtempSync(join(tmpdir(), 'clone-'));
  whenDone(() => rmSync(root, { recursive: true, force: true }));
  const files = { 'package-lock.json': '{}', 'node_modules/.package-lock.json': '{}', 'node_modules/.bin/node': node };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  chmodSync(join(root, 'node_modules/.bin/node'), 0o755);
  cpSync(SETUP, join(root, 'tools/setup.mjs'));
  return root;
}

const { NODE_ENV: _, ...env } = process.env;
const setUp = (root: string, ...options: string[]) =>
  spawnSync(process.execPath, [join(root, 'tools/setup.mjs'), ...options], { encoding: 'utf8', env });

/** A clone whose build writes down for what it was made. */
const building = () => clone('#!/bin/sh\nmkdir -p dist; printf "%s" "$NODE_ENV" > dist/built\n');
const builtIn = (root: string) => readFileSync(join(root, 'dist/built'), 'utf8');

test('long steps print an estimate and their end; a second run prints nothing', () => {
  const root = clone('#!/bin/sh\nmkdir -p dist; printf development > dist/built\n');
  const first = setUp(root, '--build');
  expect(first.stdout).toMatch(/^Building the app: about ten seconds …\n {2}done in \d+ s\n$/);
  expect([setUp(root, '--build').stdout, setUp(root).stdout]).toEqual(['', '']);
});

test('a step that fails prints its own error and stops the setup', () => {
  const root = clone('#!/bin/sh\necho "no room left" >&2; exit 3\n');
  const { status, stderr } = setUp(root, '--build');
  expect(status).toBe(1);
  expect(stderr).toContain('no room left');
});

test('npm run build makes the build for production, npm start the one for local use, each in place of the other', () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  const optionsOf = (script: string) => /^node tools\/setup\.mjs (.*)$/.exec(script)?.[1]?.split(' ') ?? [];
  const root = building();
  for (const [script, mode] of [
    [scripts.build, 'production'],
    [scripts.prestart, 'development'],
    [scripts.build, 'production'],
  ]) {
    setUp(root, ...optionsOf(script));
    expect(builtIn(root)).toBe(mode);
  }
});

test.each([
  ['NODE_ENV=production', 'production'],
  ['PORT=80\nexport NODE_ENV = "production"', 'production'],
  ['# NODE_ENV=production', 'development'],
  ['NODE_ENV=development', 'development'],
])('npm start with %j in .env makes the build for %s, as the server runs', (text, mode) => {
  const root = building();
  writeFileSync(join(root, '.env'), text);
  setUp(root, '--build');
  expect(builtIn(root)).toBe(mode);
});
