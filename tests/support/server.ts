import { onTestFinished } from 'vitest';
import { type Api, createApi } from '#adapters/api.ts';
import { API_PATH } from '#domain/hosts.ts';
import { createPasswords } from '#server/login/passwords.ts';
import { openServer, type Server } from '#server/platform/bootstrap.ts';
import { readConfig } from '#server/platform/config.ts';
import { checkedAnswer } from './checkedAnswers.ts';
import { newDataFolder } from './newDataFolder.ts';
import { preparedDatabase } from './postgres.ts';

/** The public address of the server in process. */
export const ORIGIN = 'http://localhost:3000';

/** A clock that a test moves by hand. */
export type Clock = { now: () => number; forward: (seconds: number) => void };

/** At noon (UTC) on 5 March 2025. */
function standingClock(): Clock {
  let time = Date.parse('2025-03-05T12:00:00Z');
  return {
    now: () => time,
    forward: (seconds) => {
      time += seconds * 1000;
    },
  };
}

export type TestServer = Server & {
  clock: Clock;
  dataDir: string;
  /** The typed client, like a browser without cookies. */
  api: Api;
  /** A client with its own headers, session and network address. */
  client: (as: ClientOptions) => Api;
  /** A raw request to a path of the server. */
  request: (path: string, init?: RequestInit & { address?: string }) => Promise<Response>;
};

export type ClientOptions = { headers?: Record<string, string>; userToken?: string; address?: string };

/** Hashes of the usual kind at a hundredth of their cost. `secrets.test.ts` holds what people's passwords are kept with. */
const cheapHashes = { memoryCost: 64, timeCost: 1, parallelism: 1 };

/** `TEST_DATABASE=postgres` runs every test of a server in process on PostgreSQL. */
const onPostgres = process.env['TEST_DATABASE'] === 'postgres';

/** The PostgreSQL database that belongs to a data folder. */
const databases = new Map<string, Promise<string>>();

/** Its address; '' for SQLite in the folder. */
async function databaseOf(dataDir: string): Promise<string> {
  if (!onPostgres) return '';
  const url = databases.get(dataDir) ?? preparedDatabase(dataDir);
  databases.set(dataDir, url);
  return url;
}

/** The whole server in process, with its own data folder; stops after the test. */
export async function startServer(
  env: Record<string, string> = {},
  { clock = standingClock(), dataDir = '' } = {},
): Promise<TestServer> {
  dataDir ||= await newDataFolder();
  const database = env['DATABASE_URL'] ?? (await databaseOf(dataDir));
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: database, ...env });
  const server = await openServer(config, clock.now, createPasswords(cheapHashes));
  onTestFinished(() => server.close());

  const answer = async (request: Request, address?: string) =>
    checkedAnswer(
      request.method,
      request.url,
      await server.app.fetch(request, address === undefined ? {} : { address }),
    );
  const request: TestServer['request'] = (path, { address, ...init } = {}) =>
    answer(new Request(`${ORIGIN}${path}`, init), address);
  const client = ({ headers = {}, userToken, address }: ClientOptions): Api =>
    createApi({
      baseUrl: ORIGIN + API_PATH,
      headers: () => headers,
      sessionToken: () => userToken ?? null,
      fetch: (input, init) => answer(new Request(input as Request, init), address),
    });
  return { ...server, clock, dataDir, request, client, api: client({}) };
}
