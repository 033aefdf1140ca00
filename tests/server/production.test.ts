import { describe, expect, it } from 'vitest';
import { API_PATH } from '#domain/hosts.ts';
import { PASSWORD, prepareSeedUsers, seedUsers } from '#server/local/seedUsers.ts';
import { DISCOUNT_TOKEN } from '#server/local/sentinels.ts';
import { newDataFolder } from '#tests/support/newDataFolder.ts';
import { addOwner } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { begin } from '#tests/support/signUp.ts';

/* What `npm start` puts into a database to be tried is in none of production. */

const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://phone.example', SMTP_URL: 'smtp://127.0.0.1:9' };

/** A server as `npm start` starts it, but for the port and the pages. */
async function started(env: Record<string, string>, dataDir?: string): Promise<TestServer> {
  const server = await startServer(env, dataDir ? { dataDir } : {});
  try {
    await prepareSeedUsers(server.context);
    return server;
  } catch (error) {
    await server.close();
    throw error;
  }
}

const post = ({ request }: TestServer, path: string, body: object) =>
  request(API_PATH + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).then(({ status }) => status);

const logIns = (server: TestServer) =>
  Promise.all(seedUsers.map(({ email }) => post(server, '/login', { email, password: PASSWORD })));

describe('a server in production', () => {
  it('has no users to try, nor anything else of local mode', async () => {
    const server = await started(production);
    expect(await logIns(server)).toEqual([401, 401, 401, 401]);
    expect(await post(server, `/discounts/customers/${DISCOUNT_TOKEN}`, {})).toBe(404);
    for (const path of ['/inbox', '/inbox.json', '/bank/1', '/provider/google/.well-known/openid-configuration'])
      expect([path, (await server.request(path)).status]).toEqual([path, 404]);
    const { db } = server.context;
    for (const table of ['users', 'customers', 'registrations', 'discounts', 'tokens', 'reservations'] as const)
      expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
  });

  it('does not start where local mode has created its users', async () => {
    const dataDir = await newDataFolder();
    const local = await started({}, dataDir);
    expect(await logIns(local)).toEqual([202, 202, 202, 403]);
    expect(await post(local, `/discounts/customers/${DISCOUNT_TOKEN}`, {})).toBe(201);
    await local.close();

    await expect(started(production, dataDir)).rejects.toThrow(
      /^The database .+ has the users to try of local mode, whose password is public; start production on an empty one\.$/,
    );
  });

  it.each(['an account', 'a sign-up that was begun'])(
    'keeps a database with %s, which a start in local mode does not touch',
    async (what) => {
      const dataDir = await newDataFolder();
      const first = await started(production, dataDir);
      if (what === 'an account') await addOwner(first, 'ann@example.com');
      else await begin(first);
      await first.close();

      await expect(started({}, dataDir)).rejects.toThrow(
        /^The database .+ is one of production; set NODE_ENV=production, or for local mode another DATA_DIR or DATABASE_URL\.$/,
      );
      const again = await started(production, dataDir);
      expect(await logIns(again)).toEqual([401, 401, 401, 401]);
    },
  );
});
