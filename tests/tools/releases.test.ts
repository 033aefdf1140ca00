import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VERSION } from '#domain/constants.ts';

const { version, license } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string; license: string };

test('package, page and changelog have the same version', () => {
  expect(VERSION).toBe(version);
  const newest = /^## \[(\d[^\]]*)\]/m.exec(readFileSync('CHANGELOG.md', 'utf8'))?.[1];
  expect(newest).toBe(version);
});

test('the licence of package.json is that of the file', () => {
  expect(readFileSync('LICENSE', 'utf8')).toContain(`${license} License`);
});

test('every package that ships names a licence that asks for no more than a notice', () => {
  const { status, stdout } = spawnSync(process.execPath, ['tools/licences.ts'], { encoding: 'utf8' });
  expect(status).toBe(0);
  const licences = stdout
    .trim()
    .split('\n')
    .map((line) => line.replace(/ \(\d+\): .*$/, ''));
  expect(licences).toContain('MIT');
  expect(licences.filter((licence) => /GPL|SSPL|BUSL|CC-BY-NC/.test(licence))).toEqual([]);
});
