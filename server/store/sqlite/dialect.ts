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
import { Handle } from './handle.ts';
import { LockWait } from './lockWait.ts';
import { type Hooks, noHooks, WAIT_TIMEOUT_MS, Writer } from './writer.ts';

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
  readonly lockWait: LockWait;
  #writer!: Writer;
  #reader!: Handle;

  constructor(path: string, hooks: Hooks) {
    this.#path = path;
    this.#hooks = hooks;
    this.lockWait = new LockWait(path);
  }

  async init() {
    this.#writer ??= new Writer(this.#path, this.lockWait, this.#hooks);
    await this.#writer.prepare(Date.now() + WAIT_TIMEOUT_MS);
    this.#reader ??= new Handle(this.#path);
  }

  async acquireConnection() {
    return new SqliteConnection(this.#reader, this.#writer, this.lockWait);
  }

  async releaseConnection() {}

  beginTransaction = (connection: SqliteConnection) => connection.begin();
  commitTransaction = (connection: SqliteConnection) => connection.commit();
  rollbackTransaction = (connection: SqliteConnection) => connection.rollback();
  exclusively = (work: (writer: Handle) => void) => this.#writer.exclusively(work);

  async destroy() {
    await this.#writer.finish();
    this.#reader.database.close();
    this.#writer.close();
  }
}

/** For one transaction, or for statements without one. */
class SqliteConnection implements DatabaseConnection {
  readonly #reader: Handle;
  readonly #writer: Writer;
  readonly #lockWait: LockWait;
  #isInTransaction = false;

  constructor(reader: Handle, writer: Writer, lockWait: LockWait) {
    this.#reader = reader;
    this.#writer = writer;
    this.#lockWait = lockWait;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#isInTransaction) return this.#writer.run<Row>(query);
    if (SelectQueryNode.is(query.query)) {
      return this.#lockWait.untilFree(() => this.#reader.run<Row>(query), Date.now() + WAIT_TIMEOUT_MS);
    }
    await this.begin();
    try {
      const result = this.#writer.run<Row>(query);
      await this.commit();
      return result;
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  async begin(): Promise<void> {
    await this.#writer.begin();
    this.#isInTransaction = true;
  }

  async commit(): Promise<void> {
    const committed = this.#writer.commit();
    this.#isInTransaction = false;
    await committed;
  }

  /** Also called after a commit that has failed; then nothing is open. */
  async rollback(): Promise<void> {
    if (!this.#isInTransaction) return;
    this.#isInTransaction = false;
    this.#writer.rollback();
  }

  // biome-ignore lint/correctness/useYield: part of Kysely's interface, which nothing here uses
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows are read whole; nothing is streamed.');
  }
}
