import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { StoreUnavailable } from '../errors.ts';
import { Handle } from './handle.ts';
import { LockWait } from './lockWait.ts';
import { WriteQueue } from './writeQueue.ts';

/** How long a statement waits for other changes and other processes (the operator's commands) before it fails. */
export const WAIT_TIMEOUT_MS = 2000;

/** Survives a killed process and a power cut; deleted data is overwritten. */
const pragmas = `pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;
  pragma secure_delete = on; pragma wal_autocheckpoint = 0;`;

/** Callbacks that run between the statements, on the writing connection. */
export type Hooks = {
  /** After each change, while no transaction is open. */
  changed: (writer: Handle) => void;
  closing: (writer: Handle) => void;
  closed: () => void;
};

const noHooks: Hooks = { changed: () => {}, closing: () => {}, closed: () => {} };

/**
 * SQLite as built into Node. Node's calls are synchronous, so none of them may block: waiting for another process's
 * lock happens outside of SQLite, and reads use a connection of their own, independent of queued changes.
 */
export class SqliteDialect implements Dialect {
  readonly #path: string;
  readonly #hooks: Hooks;
  #driver!: SqliteDriver;

  constructor(path: string, hooks = noHooks) {
    this.#path = path;
    this.#hooks = hooks;
  }

  createDriver = (): Driver => {
    this.#driver = new SqliteDriver(this.#path, this.#hooks);
    return this.#driver;
  };

  /** Runs on the writing connection while no transaction is open; available after the first query. */
  exclusively = (work: (writer: Handle) => void): Promise<void> => this.#driver.exclusively(work);

  /** Why statements are waiting now; null if none waits for another process. */
  whyWaiting = (): string | null => this.#driver.lockWait.reason;

  createQueryCompiler = () => new SqliteQueryCompiler();
  createAdapter = () => new QueueingAdapter();
  createIntrospector: Dialect['createIntrospector'] = (db) => new SqliteIntrospector(db);
}

/** By default Kysely queues every read behind the open transaction. */
class QueueingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }
}

class SqliteDriver implements Driver {
  readonly #path: string;
  readonly #hooks: Hooks;
  readonly #queue = new WriteQueue();
  readonly lockWait: LockWait;
  #writer!: Handle;
  #reader!: Handle;

  constructor(path: string, hooks: Hooks) {
    this.#path = path;
    this.#hooks = hooks;
    this.lockWait = new LockWait(path);
  }

  async init() {
    const deadline = Date.now() + WAIT_TIMEOUT_MS;
    this.#writer ??= new Handle(this.#path);
    await this.lockWait.untilFree(() => this.#writer.database.exec(pragmas), deadline);
    this.#reader ??= new Handle(this.#path);
  }

  async acquireConnection() {
    return new SqliteConnection(this.#reader, this.#writer, this.#queue, this.lockWait, this.#hooks);
  }

  async releaseConnection() {}

  beginTransaction = (connection: SqliteConnection) => connection.begin();
  commitTransaction = (connection: SqliteConnection) => connection.commit();
  rollbackTransaction = (connection: SqliteConnection) => connection.rollback();

  async exclusively(work: (writer: Handle) => void) {
    const deadline = Date.now() + WAIT_TIMEOUT_MS;
    await this.#queue.enter(deadline);
    try {
      await this.lockWait.untilFree(() => work(this.#writer), deadline);
    } finally {
      this.#queue.leave();
    }
  }

  async destroy() {
    await this.#queue.enter(Date.now() + WAIT_TIMEOUT_MS).catch(() => {});
    this.#reader.database.close();
    this.#hooks.closing(this.#writer);
    this.#writer.database.close();
    this.#hooks.closed();
  }
}

const statement = (sql: string) => ({ sql, parameters: [] });

/** For one transaction, or for statements without one. */
class SqliteConnection implements DatabaseConnection {
  readonly #reader: Handle;
  readonly #writer: Handle;
  readonly #queue: WriteQueue;
  readonly #lockWait: LockWait;
  readonly #hooks: Hooks;
  #isInTransaction = false;

  constructor(reader: Handle, writer: Handle, queue: WriteQueue, lockWait: LockWait, hooks: Hooks) {
    this.#reader = reader;
    this.#writer = writer;
    this.#queue = queue;
    this.#lockWait = lockWait;
    this.#hooks = hooks;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const deadline = Date.now() + WAIT_TIMEOUT_MS;
    if (this.#isInTransaction) return this.#lockWait.untilFree(() => this.#openTransaction().run<Row>(query), deadline);
    if (SelectQueryNode.is(query.query)) return this.#lockWait.untilFree(() => this.#reader.run<Row>(query), deadline);
    await this.#queue.enter(deadline);
    try {
      const result = await this.#lockWait.untilFree(() => this.#free().run<Row>(query), deadline);
      this.#hooks.changed(this.#writer);
      return result;
    } finally {
      this.#queue.leave();
    }
  }

  /** Takes the write lock at once: SQLite refuses to upgrade a transaction whose reads are outdated. */
  async begin(): Promise<void> {
    const deadline = Date.now() + WAIT_TIMEOUT_MS;
    await this.#queue.enter(deadline);
    try {
      await this.#lockWait.untilFree(() => this.#free().run(statement('begin immediate')), deadline);
      this.#isInTransaction = true;
    } catch (error) {
      this.#queue.leave();
      throw error;
    }
  }

  async commit(): Promise<void> {
    await this.#lockWait.untilFree(() => this.#openTransaction().run(statement('commit')), Date.now());
    this.#hooks.changed(this.#writer);
    this.#queue.leave();
  }

  /**
   * A fault such as a full disk may have ended the transaction already; then there is nothing to roll back. It may also
   * make this fail; the caller then gets the fault that led here, and the next change rolls back first.
   */
  async rollback(): Promise<void> {
    try {
      this.#free();
    } catch {
      // Tried again by the next change.
    } finally {
      this.#queue.leave();
    }
  }

  /** The writing connection without the transaction that a failed rollback has left open. */
  #free(): Handle {
    if (this.#writer.database.isTransaction) this.#writer.run(statement('rollback'));
    return this.#writer;
  }

  /** After SQLite has aborted a transaction, a further statement would commit by itself. */
  #openTransaction(): Handle {
    if (this.#writer.database.isTransaction) return this.#writer;
    throw new StoreUnavailable('a fault has ended the transaction');
  }

  // biome-ignore lint/correctness/useYield: part of Kysely's interface, which nothing here uses
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows are read whole; nothing is streamed.');
  }
}
