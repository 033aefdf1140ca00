import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { runCommand } from '#tests/support/admin.ts';
import { emptyFolder } from '#tests/support/dataFolder.ts';
import { eventually } from '#tests/support/mailing.ts';
import { binaries, cluster } from '#tests/support/postgres.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { account, begin, EMAIL, signUp } from '#tests/support/signUp.ts';

const ran = promisify(execFile);
const main = join(import.meta.dirname, '../../server/admin.ts');

/** `npm run admin -- <args>`; its output, and its exit code. */
const admin = (env: Record<string, string>, ...args: string[]) =>
  ran(process.execPath, [main, ...args], { env: { ...process.env, NODE_ENV: '', ...env } }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, output: error.stderr }),
  );

/** All rows of all tables, apart from what a start writes. */
async function rowsOf({ context: { db } }: TestServer) {
  const tables = await db.introspection.getTables();
  const names = tables.map(({ name }) => name).filter((name) => name !== 'facts' && name !== 'migrations');
  const all = names.sort().map(async (name) => {
    const found = await db
      .selectFrom(name as 'users')
      .selectAll()
      .execute();
    return [name, found.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort()] as const;
  });
  return Object.fromEntries(await Promise.all(all));
}

describe.skipIf(!binaries)('npm run admin -- move-to-postgres', { timeout: 60_000 }, () => {
  it('says where the data is, and where the key and what was there before are', async () => {
    const prepared = async () => {
      const { context, dataDir, close } = await startServer({ DATABASE_URL: '' });
      await close();
      const { database } = readConfig({ DATABASE_URL: await (await cluster()).database() });
      const run = (...args: string[]) =>
        runCommand({ ...context, config: { ...context.config, database } }, ['move-to-postgres', ...args]);
      return { run, dataDir, aside: join(dataDir, 'store.sqlite.moved') };
    };
    const one = await prepared();
    expect(await one.run()).toEqual([
      expect.stringMatching(
        `^\\d+ rows are in test_\\w+ at 127\\.0\\.0\\.1:\\d+\\. Start the servers with this DATABASE_URL, each with the key in ${one.dataDir}\\.$`,
      ),
      `What was there before is in ${one.aside}; delete it when it is no longer needed.`,
    ]);
    const other = await prepared();
    expect((await other.run('--json')).map((line) => JSON.parse(line))).toEqual([
      { rows: expect.any(Number), database: expect.stringMatching(/^test_\w+ at /), aside: other.aside },
    ]);
  });

  it('moves all data; the server continues there and no longer starts on the old folder', async () => {
    const before = await startServer({ TWO_FACTOR: 'off', DATABASE_URL: '' });
    await signUp(before);
    await begin(before, { email: 'half@example.com' });
    const { dataDir } = before;
    // Mails are sent meanwhile, which changes rows.
    await eventually(async () => expect((await rowsOf(before))['outbox']?.join()).not.toContain('"queued"'));
    const rows = await rowsOf(before);
    await before.close();
    const url = await (await cluster()).database();
    const place = { DATA_DIR: dataDir, DATABASE_URL: url };

    const { code, output } = await admin(place, 'move-to-postgres');
    expect([code, output]).toEqual([0, expect.stringMatching(/^\d+ rows are in test_\w+ at 127\.0\.0\.1:\d+\. Start/)]);
    expect(existsSync(join(dataDir, 'store.sqlite'))).toBe(false);
    expect(existsSync(join(dataDir, 'store.sqlite.moved'))).toBe(true);

    // Without DATABASE_URL, the one key of the data must not be taken for a left-over.
    const reason = `The data of ${dataDir} was moved to PostgreSQL; set DATABASE_URL (see docs/postgresql.md).`;
    await expect(openSqlite(dataDir, 0)).rejects.toThrow(reason);
    expect(await admin({ DATA_DIR: dataDir }, 'unlock', EMAIL)).toEqual({ code: 1, output: `${reason}\n` });
    expect(await admin(place, 'move-to-postgres')).toEqual({ code: 1, output: `${reason}\n` });

    const after = await startServer({ TWO_FACTOR: 'off', DATABASE_URL: url }, { dataDir });
    expect(await rowsOf(after)).toEqual(rows);
    const { status, data } = await after.api.login({ body: { email: EMAIL, password: account.password } });
    expect(status).toBe(200);
    const userToken = 'user_token' in data ? data.user_token : '';
    expect((await after.client({ userToken }).readAccount({})).data.data.user.email).toBe(EMAIL);
    await signUp(after, { email: 'next@example.com' });
    const users = await after.context.db.selectFrom('users').select('id').orderBy('id').execute();
    expect(users).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('refuses a database that is not empty, a folder in use and one without data, and changes nothing', async () => {
    const server = await startServer({ DATABASE_URL: '' });
    const url = await (await cluster()).database();
    const place = { DATA_DIR: server.dataDir, DATABASE_URL: url };
    expect(await admin(place, 'move-to-postgres')).toMatchObject({
      code: 1,
      output: expect.stringContaining('in use'),
    });
    await server.close();
    expect(await admin({ DATA_DIR: server.dataDir }, 'move-to-postgres')).toMatchObject({
      code: 1,
      output: expect.stringContaining('Set DATABASE_URL'),
    });
    expect(await admin({ ...place, DATA_DIR: emptyFolder() }, 'move-to-postgres')).toMatchObject({
      code: 1,
      output: expect.stringContaining('no database'),
    });
    await (await cluster()).run('create table something (id int)', new URL(url).pathname.slice(1));
    expect(await admin(place, 'move-to-postgres')).toMatchObject({
      code: 1,
      output: expect.stringContaining('not empty'),
    });
    expect(existsSync(join(server.dataDir, 'store.sqlite'))).toBe(true);
  });

  it('a move that fails leaves nothing in the new database, and can be made again', async () => {
    const server = await startServer({ DATABASE_URL: '' });
    const { dataDir, context } = server;
    const beyond = { bucket: 'x', count: 2 ** 31, window_ends_at: Number.MAX_SAFE_INTEGER };
    await context.db.insertInto('throttles').values(beyond).execute();
    await server.close();
    const url = await (await cluster()).database();
    const place = { DATA_DIR: dataDir, DATABASE_URL: url };
    expect((await admin(place, 'move-to-postgres')).code).toBe(1);
    const { rows } = await (await cluster()).run(
      "select table_name from information_schema.tables where table_schema = 'public'",
      new URL(url).pathname.slice(1),
    );
    expect(rows).toEqual([]);
    const again = await startServer({ DATABASE_URL: '' }, { dataDir });
    await again.context.db.deleteFrom('throttles').execute();
    await again.close();
    expect(await admin(place, 'move-to-postgres')).toMatchObject({ code: 0 });
  });

  it('backup and restore name the PostgreSQL tools to use instead', async () => {
    const place = { DATA_DIR: emptyFolder(), DATABASE_URL: 'postgres://u@127.0.0.1:1/phone' };
    expect(await admin(place, 'backup', join(emptyFolder(), 'copy'))).toMatchObject({
      code: 1,
      output: expect.stringContaining('pg_dump'),
    });
  });
});
