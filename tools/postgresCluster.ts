import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './freePort.ts';
import { findPostgres } from './postgres.ts';

const isRoot = process.geteuid?.() === 0;

/** The server refuses to run as root, so root runs it as the user `postgres`. */
function asPostgres(program: string, args: readonly string[]): [command: string, args: string[]] {
  const path = join(findPostgres() ?? '', program);
  return isRoot ? ['runuser', ['-u', 'postgres', '--', path, ...args]] : [path, [...args]];
}

/** A running PostgreSQL of this machine's own binaries: a temporary folder, a free port, trusted connections. */
export class Cluster {
  readonly #folder: string;
  readonly #settings: readonly string[];
  readonly port: number;
  #child: ChildProcess | null = null;

  private constructor(folder: string, port: number, settings: readonly string[]) {
    this.#folder = folder;
    this.port = port;
    this.#settings = settings;
  }

  /** `settings`: of PostgreSQL, as `name=value`. */
  static async start(settings: readonly string[] = []): Promise<Cluster> {
    const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
    if (isRoot) chownSync(folder, ...idsOfPostgres());
    const data = join(folder, 'data');
    const [command, args] = asPostgres('initdb', [
      ...['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'],
    ]);
    const made = spawnSync(command, args, { encoding: 'utf8', cwd: folder });
    if (made.status !== 0) throw new Error(`No cluster could be made: ${made.error?.message ?? made.stderr}`);
    const cluster = new Cluster(folder, await freePort(), settings);
    await cluster.up();
    return cluster;
  }

  /** Starts the server; resolves when it accepts connections. */
  async up(): Promise<void> {
    const settings = [...this.#settings, `port=${this.port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=`];
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

  /** Starts the server again as a standby, as after a fail-over to another one; `select pg_promote()` ends it. */
  async becomeStandby(): Promise<void> {
    await this.down();
    writeFileSync(join(this.#folder, 'data', 'standby.signal'), '');
    await this.up();
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
