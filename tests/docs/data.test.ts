import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cookieNames } from '#contract/browser.ts';
import { startServer } from '#tests/support/server.ts';

/** The rows of `docs/data.md` that describe a table of the database. */
const listed = [...readFileSync('docs/data.md', 'utf8').matchAll(/^\| `(\w+)` \|(.+)\|$/gm)].map(
  ([, table = '', cells = '']) => {
    const [holds = '', level = '', kept = '', erased = ''] = cells.split(' | ').map((cell) => cell.trim());
    return { table, holds, levels: level.split(', '), kept, erased };
  },
);

/** The columns of each table of the database. */
async function columnsByTable(): Promise<[table: string, columns: string[]][]> {
  const { context } = await startServer();
  const tables = (await context.db.introspection.getTables()).filter(({ name }) => name !== 'migrations');
  return tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]);
}

describe('the classification of data', () => {
  test('has every table of the database, once', async () => {
    const tables = (await columnsByTable()).map(([table]) => table);
    expect(listed.map(({ table }) => table).sort()).toEqual(tables.sort());
  });

  test('names level, time and end of each', () => {
    const known = ['secret', 'personal', 'operation', 'public'];
    for (const { table, holds, levels, kept, erased } of listed) {
      expect(known, table).toEqual(expect.arrayContaining(levels));
      expect(
        [holds, kept, erased].every((cell) => cell !== ''),
        table,
      ).toBe(true);
    }
  });

  test('calls those secret that have a digest or something sealed', async () => {
    const secret = (await columnsByTable()).filter(([, names]) => names.some((name) => /(_hash|^sealed)$/.test(name)));
    const said = listed.filter(({ levels }) => levels.includes('secret')).map(({ table }) => table);
    expect(said.sort()).toEqual(secret.map(([table]) => table).sort());
  });

  test('calls those personal that have a name or an address', async () => {
    const personal = /^(first_name|last_name|email|recipient|company|card_last4|device)$/;
    const found = (await columnsByTable()).filter(([, names]) => names.some((name) => personal.test(name)));
    const said = listed.filter(({ levels }) => levels.includes('personal')).map(({ table }) => table);
    expect(said).toEqual(expect.arrayContaining(found.map(([table]) => table)));
  });

  test('calls those purged that the server purges', () => {
    const purge = readFileSync('server/platform/maintenance.ts', 'utf8');
    const purged = new Set([...purge.matchAll(/table: '(\w+)'/g)].map(([, table]) => table));
    const said = listed.filter(({ erased }) => erased.endsWith('purged')).map(({ table }) => table);
    expect(said.sort()).toEqual([...purged].sort());
  });
});

test('what the browser keeps is listed: every cookie and every key of its storage', () => {
  const rows = readFileSync('docs/data.md', 'utf8').matchAll(
    /^\| (?:cookie|local storage|session storage) \| (`[^|]+`) \|/gm,
  );
  const named = [...rows].flatMap(([, names = '']) => names.split(', ')).map((name) => name.replace(/`|…/g, ''));
  const sources = globSync(['src/**/*.ts', 'server/login/*.ts', 'server/sso/*.ts']).map((path) =>
    readFileSync(path, 'utf8'),
  );
  const keys = sources.flatMap((text) =>
    [...text.matchAll(/const (?:\w*KEY|COMPANION) = '([^']+)'|\bwrite\('(\w+)', \{\}|\bkey = `([\w-]+)\$/g)].map(
      ([, ...names]) => names.find(Boolean) ?? '',
    ),
  );
  expect(keys.length).toBeGreaterThan(6);
  const ofSso = ['sso-', '__Host-sso-'];
  expect(named.sort()).toEqual([...new Set([...Object.values(cookieNames), ...ofSso, ...keys])].sort());
});
