import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };

/** Everything that ships: the page, its flows and the server. */
const shipped = ['src', 'machines', 'server'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|css)$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8')),
);

test.each(Object.keys(dependencies))('%s is used by shipped code, not only by tests', (name) => {
  const imported = new RegExp(`from '${name}(/[^']*)?'|import\\('${name}(/[^']*)?'\\)|url\\("${name}/`);
  expect(shipped.some((source) => imported.test(source))).toBe(true);
});
