/*
 * `npm run licences [-- --all]`: the licences of all packages that ship, or with --all also of those that only build and
 * test, with their number and names. Exit code 1 if a package names none.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { argumentsOf } from './commandLine.ts';

type Package = { version?: string; license?: string; dev?: boolean; link?: boolean };

const lock = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Package>;
};
const isAll = argumentsOf('npm run licences [-- --all]', (words) => ['', '--all'].includes(words.join(' '))).length > 0;
const byLicence = new Map<string, string[]>();
for (const [path, { version = '', license = 'none named', dev, link }] of Object.entries(lock.packages)) {
  if (!path.startsWith('node_modules/') || link || (dev && !isAll)) continue;
  const name = `${path.replace(/^.*node_modules\//, '')}@${version}`;
  byLicence.set(license, [...(byLicence.get(license) ?? []), name]);
}
for (const [licence, names] of [...byLicence].sort(([, one], [, other]) => other.length - one.length)) {
  console.log(`${licence} (${names.length}): ${names.join(', ')}`);
}
process.exitCode = byLicence.has('none named') ? 1 : 0;
