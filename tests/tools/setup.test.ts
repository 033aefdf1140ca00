import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test, onTestFinished as whenDone } from 'vitest';

const SETUP = join(import.meta.dirname, '../../tools/setup.mjs');

/** A clone with set-up packages, whose node does what it is told, and nothing else. */
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

const setUp = (root: string, ...options: string[]) =>
  spawnSync(process.execPath, [join(root, 'tools/setup.mjs'), ...options], { encoding: 'utf8' });

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
