import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test, onTestFinished as whenDone } from 'vitest';

const SETUP = join(import.meta.dirname, '../../tools/setup.mjs');

/** A clone with installed packages, whose `node` is this script. */
function clone(node: string): string {
  const root = mkdtempSync(join(tmpdir(), 'clone-'));
  whenDone(() => rmSync(root, { recursive: true, force: true }));
  save(root, 'package-lock.json', '{}');
  save(root, 'node_modules/.package-lock.json', '{}');
  save(root, 'node_modules/.bin/node', node);
  save(root, 'locales/de.po', 'msgid "Bye"');
  chmodSync(join(root, 'node_modules/.bin/node'), 0o755);
  cpSync(SETUP, join(root, 'tools/setup.mjs'));
  return root;
}

function save(root: string, name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
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
  expect(first.stdout).toMatch(
    /^Compiling the messages: seconds …\n {2}done in \d+ s\nBuilding the app: about ten seconds …\n {2}done in \d+ s\n$/,
  );
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

/** A clone in which everything is done, with files of the operator. */
function done(): string {
  const root = building();
  save(root, 'operator/public/logo.svg', '<svg/>');
  save(root, 'operator/texts/de.json', '{}');
  save(root, 'locales/de.ts', 'export {}');
  setUp(root, '--build');
  expect(setUp(root, '--build').stdout).toBe('');
  return root;
}

const inThePast = (path: string) => utimesSync(path, 0, 0);
test.each<[string, (root: string) => void, RegExp]>([
  ['is taken away', (root) => rmSync(join(root, 'operator/public/logo.svg')), /^Building the app/],
  [
    'is an older one that was put in its place',
    (root) => {
      save(root, 'operator/public/logo.svg', '<svg id="old"/>');
      inThePast(join(root, 'operator/public/logo.svg'));
    },
    /^Building the app/,
  ],
  ['has texts and is taken away', (root) => rmSync(join(root, 'operator/texts/de.json')), /^Compiling the messages/],
  ['has texts, which `npm test` has compiled away', (root) => save(root, 'locales/de.ts', 'export { }'), /^Compiling/],
])('when a file of the operator %s, the step is done again, and only once', (_, change, printed) => {
  const root = done();
  change(root);
  expect(setUp(root, '--build').stdout).toMatch(printed);
  expect(setUp(root, '--build').stdout).toBe('');
});

test('a file .env that cannot be read ends the setup with a sentence', () => {
  const root = building();
  mkdirSync(join(root, '.env'));
  const { status, stderr } = setUp(root, '--build');
  expect([status, stderr]).toEqual([1, 'The file .env cannot be read (EISDIR).\n']);
});

test('an unknown argument of npm run build is refused with its usage', () => {
  const { status, stdout, stderr } = setUp(building(), '--build', '--production', '--out=www');
  expect([status, stdout, stderr]).toEqual([2, '', 'Usage: npm run build\n']);
});

// Root may write anywhere, so it becomes another user, if that one may run Node where it is.
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const canRun = spawnSync(process.execPath, ['--version'], user).status === 0;

test.runIf(canRun)('a project that this user may not change ends the setup with a sentence', () => {
  const root = building();
  chmodSync(root, 0o555);
  whenDone(() => chmodSync(root, 0o755));
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'tools/setup.mjs')], {
    encoding: 'utf8',
    env,
    ...user,
  });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toBe(`Compiling the messages is not possible: ${root} cannot be written to (EACCES).\n`);
});
