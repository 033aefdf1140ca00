import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { requestNetwork } from '../../platform/requestId.ts';
import { Turns } from '../../platform/turns.ts';
import { StoreUnavailable } from '../errors.ts';
import type { PoolUsage } from '../opened.ts';
import { isConflict, isConnectionLost, reasonOf, TransactionLost, translated } from './postgresErrors.ts';
import type { DatabaseSettings } from './settings.ts';

/** Time to connect, or for a connection of the pool to become free. */
const CONNECT_MS = 2_000;
/** A statement takes milliseconds; the database ends one that takes longer than this, and the locks that it holds. */
const STATEMENT_MS = 5_000;
/** The client's own timeout, for a database that does not answer at all. */
const ANSWER_MS = 6_000;
const IDLE_MS = 30_000;
/** The server's own work, beside the networks of its visitors. */
const OWN_WORK = 'server';
/** Connections are renewed, so that they follow a host name to a new address. */
const MAX_LIFETIME_S = 600;

/** Times in milliseconds and counts are bigint in PostgreSQL; both fit into a number. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
};

/**
 * Whatever the role or the database has as defaults. Set by statements, because a pooler refuses a connection that
 * requests them at its start.
 */
const sessionSettings = (timeout: number): string =>
  ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
    .map((name) => `set ${name} = ${timeout}; `)
    .join('')
    .concat(`set default_transaction_isolation = 'read committed'`);

/**
 * Opens a pool of connections whose errors are ours. Each network gets them in turn: one that sends hundreds of requests
 * waits for its own. `isPatient`: without timeouts of statements, for changes of the schema and copies of whole tables.
 */
export function openPool(
  database: DatabaseSettings,
  { isPatient = false } = {},
): PostgresPool & { usage: () => PoolUsage } {
  const { host, port, name, user, password, tls, connections } = database;
  const pool = new pg.Pool({
    host,
    port,
    database: name,
    user,
    password,
    ssl: tls ? { rejectUnauthorized: true, ...(tls.authorities && { ca: tls.authorities }) } : false,
    application_name: 'cloud-phone-entry',
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    maxLifetimeSeconds: MAX_LIFETIME_S,
    keepAlive: true,
    types: types as pg.CustomTypesConfig,
    ...(!isPatient && { query_timeout: ANSWER_MS }),
    onConnect: (client) => client.query(sessionSettings(isPatient ? 0 : STATEMENT_MS)),
  });
  const turns = new Turns(connections);
  // An idle connection was lost; the pool replaces it when it is needed.
  pool.on('error', () => {});
  return {
    options: pool.options,
    end: () => pool.end(),
    usage: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: turns.waiting(),
    }),
    async connect() {
      const isFree = await turns.enter(requestNetwork() ?? OWN_WORK, CONNECT_MS);
      if (!isFree) throw new StoreUnavailable('it takes too long to answer');
      try {
        return new Connection(await pool.connect(), () => turns.leave());
      } catch (error) {
        turns.leave();
        throw translated(error);
      }
    },
  };
}

/** PostgreSQL has no text with a NUL character. Where one is looked for, its replacement is not found either. */
const storable = (value: unknown): unknown => (typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value);

/**
 * A connection taken from the pool, for one transaction or for statements without one. After a fault that ends it, every
 * further statement fails by the same fault.
 */
class Connection implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #released: () => void;
  #isInTransaction = false;
  #fault: unknown = null;

  constructor(client: pg.PoolClient, released: () => void) {
    this.#client = client;
    this.#released = released;
    client.on('error', this.#onError);
  }

  /** The server may end a connection between two statements; the next statement reports it. */
  #onError = () => {};

  /** Kysely's second form of it is for cursors, which nothing uses. */
  query = ((sql: string, parameters: readonly unknown[] = []) =>
    this.#run(sql, parameters)) as unknown as PostgresPoolClient['query'];

  async #run(sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    if (this.#fault && sql !== 'rollback') throw this.#fault;
    if (sql.startsWith('start transaction')) this.#isInTransaction = true;
    try {
      return await this.#client.query(sql, parameters.map(storable));
    } catch (error) {
      const failure = this.#failed(error, sql === 'commit');
      if (sql !== 'rollback') throw failure;
      // The connection ends, and the transaction with it; the caller gets the fault that led here.
      this.#fault = failure;
      return {} as pg.QueryResult;
    }
  }

  /**
   * The error as the caller needs it: whether the whole transaction may be run again. A lost connection undoes an open
   * transaction, unless it was lost during the commit: then the outcome is unknown, and a repetition could do the work
   * twice.
   */
  #failed(error: unknown, isCommit: boolean): unknown {
    if (this.#isInTransaction && isConflict(error)) {
      return new TransactionLost('too many changes at the same time', { cause: error });
    }
    const reason = reasonOf(error);
    if (reason === null || !isConnectionLost(error)) return translated(error);
    const canRepeat = this.#isInTransaction && !isCommit;
    this.#fault = new (canRepeat ? TransactionLost : StoreUnavailable)(reason, { cause: error });
    return this.#fault;
  }

  release(destroy = false): void {
    this.#client.off('error', this.#onError);
    this.#client.release(destroy || this.#fault !== null);
    this.#released();
  }
}
