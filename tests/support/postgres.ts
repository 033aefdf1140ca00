import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { importCoverages } from '#server/data/importCoverages.ts';
import { readConfig } from '#server/platform/config.ts';
import { openKeyring } from '#server/platform/secrets.ts';
import { openStore } from '#server/store/store.ts';
import { findPostgres } from '../../tools/postgres.ts';
import { atEndOfFile } from './endOfFile.ts';
import { freePort } from './process.ts';

/*
 * PostgreSQL for tests: the machine's own binaries, a cluster in a temporary folder on a free port, a database for each
 * test. The server refuses to run as root, so root runs it as the user `postgres`.
 */

const isRoot = process.geteuid?.() === 0;

/** The folder of this machine's PostgreSQL; null if it has none, then the tests of it are skipped. */
export const binaries = findPostgres();

/** Nothing of a test's data has to survive a power cut; what is committed survives the end of the cluster. */
const fast = ['fsync=off', 'full_page_writes=off', 'autovacuum=off', 'max_connections=120'];

function asPostgres(program: string, args: readonly string[]): [command: string, args: string[]] {
  const path = join(binaries ?? '', program);
  return isRoot ? ['runuser', ['-u', 'postgres', '--', path, ...args]] : [path, [...args]];
}

/** A running cluster. */
export class Cluster {
  readonly #folder: string;
  readonly port: number;
  #child: ChildProcess | null = null;
  #prepared: Promise<string> | null = null;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.port = port;
  }

  static async start(): Promise<Cluster> {
    const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
    if (isRoot) chownSync(folder, ...idsOfPostgres());
    const data = join(folder, 'data');
    const [command, args] = asPostgres('initdb', [
      ...['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'],
    ]);
    const made = spawnSync(command, args, { encoding: 'utf8', cwd: folder });
    if (made.status !== 0) throw new Error(`No cluster could be made: ${made.stderr}`);
    const cluster = new Cluster(folder, await freePort());
    await cluster.up();
    return cluster;
  }

  /** Starts the server; resolves when it accepts connections. */
  async up(): Promise<void> {
    const settings = [...fast, `port=${this.port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=`];
    const [command, args] = asPostgres('postgres', [
      ...['-D', join(this.#folder, 'data')],
      ...settings.flatMap((setting) => ['-c', setting]),
    ]);
    let output = '';
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: this.#folder });
    child.stderr.on('data', (text) => {
      output += text;
    });
    this.#child = child;
    for (let tries = 0; tries < 400 && child.exitCode === null; tries += 1) {
      const client = new pg.Client(this.#connection('postgres'));
      client.on('error', () => {});
      try {
        await client.connect();
        await client.end();
        return;
      } catch {
        await wait(25);
      }
    }
    throw new Error(`The cluster did not start: ${output}`);
  }

  /** Stops the server at once, as in a crash: all connections break. */
  async down(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    const [command, args] = asPostgres('pg_ctl', ['-D', join(this.#folder, 'data'), '-m', 'immediate', '-W', 'stop']);
    spawnSync(command, args, { cwd: this.#folder });
    await ended;
  }

  /** Runs one statement as the superuser. */
  async run(statement: string, database = 'postgres'): Promise<pg.QueryResult> {
    const client = new pg.Client(this.#connection(database));
    await client.connect();
    try {
      return await client.query(statement);
    } finally {
      await client.end();
    }
  }

  /** Creates a database, empty or as a copy of another; returns its DATABASE_URL. */
  async database(template = 'template1'): Promise<string> {
    const name = `test_${randomBytes(6).toString('hex')}`;
    await this.run(`create database ${name} template ${template}`);
    return this.url(name);
  }

  /** A database as after a first start, for a data folder whose key it then accepts. */
  async preparedDatabase(dataDir: string): Promise<string> {
    this.#prepared ??= this.#prepare();
    const url = await this.database(await this.#prepared);
    const { fingerprint } = openKeyring(dataDir);
    await this.run(`insert into facts values ('key', '${fingerprint}')`, new URL(url).pathname.slice(1));
    return url;
  }

  async #prepare(): Promise<string> {
    const url = await this.database();
    const folder = mkdtempSync(join(tmpdir(), 'prepared-'));
    const { db } = await openStore(readConfig({ DATABASE_URL: url, DATA_DIR: folder }), 0);
    await importCoverages(db);
    await db.deleteFrom('facts').where('name', '=', 'key').execute();
    await db.destroy();
    rmSync(folder, { recursive: true, force: true });
    return new URL(url).pathname.slice(1);
  }

  url(name: string): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${name}`;
  }

  async remove(): Promise<void> {
    await this.down();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #connection(database: string): pg.ClientConfig {
    return { host: '127.0.0.1', port: this.port, user: 'postgres', database };
  }
}

function idsOfPostgres(): [uid: number, gid: number] {
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return [id('-u'), id('-g')];
}

let shared: Promise<Cluster> | undefined;

/** The cluster of this test file; stops after its tests. */
export function cluster(): Promise<Cluster> {
  if (!shared) {
    shared = Cluster.start();
    atEndOfFile(removeCluster);
  }
  return shared;
}

async function removeCluster(): Promise<void> {
  const running = await shared;
  shared = undefined;
  await running?.remove();
}
