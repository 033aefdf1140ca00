import { dirname } from 'node:path';
import { setImmediate } from 'node:timers';
import type { CompiledQuery, QueryResult } from 'kysely';
import { Turns } from '../../platform/turns.ts';
import { StoreUnavailable } from '../errors.ts';
import { Handle } from './handle.ts';
import type { LockWait } from './lockWait.ts';
import { translated } from './sqliteErrors.ts';

/** How long a statement waits for other changes and other processes (the operator's commands) before it fails. */
export const WAIT_TIMEOUT_MS = 2000;

/** Survives a killed process and a power cut; deleted data is overwritten. */
const pragmas = `pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;
  pragma secure_delete = on; pragma wal_autocheckpoint = 0;`;

/** So many changes are committed together at most: the first of them waits for the last. */
const MAX_TOGETHER = 16;

/** Callbacks that run between the statements, on the writing connection. */
export type Hooks = {
  /** After each commit, with the number of its changes, while no transaction is open. */
  changed: (writer: Handle, changes: number) => void;
  closing: (writer: Handle) => void;
  closed: () => void;
};

/** Hooks that do nothing. */
export const noHooks: Hooks = { changed: () => {}, closing: () => {}, closed: () => {} };

const statement = (sql: string) => ({ sql, parameters: [] });

/**
 * The connection that makes all changes, one after another. A commit waits for the disk, which takes longer than most
 * changes, so those that are made in one turn of the event loop are committed together: each is a savepoint of one
 * transaction of SQLite, so that one that fails is undone alone. A change is reported as made only once it is on the
 * disk.
 */
export class Writer {
  readonly #dataDir: string;
  readonly #handle: Handle;
  /** Of the changes, of which one at a time has the connection. */
  readonly #turns = new Turns(1);
  readonly #lockWait: LockWait;
  readonly #hooks: Hooks;
  /** The changes that are made but not committed yet; while there are any, a transaction is open. */
  #made: PromiseWithResolvers<void>[] = [];
  /** Whether their turn of the event loop is over. */
  #isDue = false;

  constructor(path: string, lockWait: LockWait, hooks: Hooks) {
    this.#dataDir = dirname(path);
    this.#handle = new Handle(path);
    this.#lockWait = lockWait;
    this.#hooks = hooks;
  }

  prepare = (deadline: number): Promise<void> =>
    this.#lockWait.untilFree(() => this.#handle.database.exec(pragmas), deadline);

  /** Takes the write lock at once: SQLite refuses to upgrade a transaction whose reads are outdated. */
  async begin(): Promise<void> {
    const deadline = Date.now() + WAIT_TIMEOUT_MS;
    await this.#enter(deadline);
    try {
      if (this.#made.length === 0)
        await this.#lockWait.untilFree(() => this.#free().run(statement('begin immediate')), deadline);
      this.#handle.run(statement('savepoint change'));
    } catch (error) {
      this.#leave();
      throw error;
    }
  }

  run<Row>(query: CompiledQuery): QueryResult<Row> {
    try {
      return this.#openTransaction().run<Row>(query);
    } catch (error) {
      throw translated(error, this.#dataDir);
    }
  }

  /** Ends a change. The result resolves once it is on the disk; if that fails, nothing of it remains. */
  commit(): Promise<void> {
    this.#openTransaction().run(statement('release change'));
    const change = Promise.withResolvers<void>();
    this.#made.push(change);
    if (this.#made.length === 1) setImmediate(() => this.#endTurn());
    this.#leave();
    return change.promise;
  }

  /**
   * Undoes a change. If that fails, because a fault such as a full disk has ended the transaction or for another reason,
   * none of the changes that are not committed remains; the caller gets the fault that led here.
   */
  rollback(): void {
    try {
      this.#openTransaction().run(statement('rollback to change'));
      this.#handle.run(statement('release change'));
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#leave();
    }
  }

  /** Runs on the connection while no transaction is open. */
  async exclusively(work: (handle: Handle) => void): Promise<void> {
    const deadline = Date.now() + WAIT_TIMEOUT_MS;
    await this.#enter(deadline);
    try {
      this.#commitAll();
      await this.#lockWait.untilFree(() => work(this.#handle), deadline);
    } finally {
      this.#leave();
    }
  }

  /** Waits for the changes before the end of the connection, as long as for any; what is not committed then is lost. */
  async finish(): Promise<void> {
    try {
      await this.#enter(Date.now() + WAIT_TIMEOUT_MS);
      this.#commitAll();
    } catch (error) {
      this.#fail(error);
    }
  }

  close(): void {
    this.#hooks.closing(this.#handle);
    this.#handle.database.close();
    this.#hooks.closed();
  }

  #endTurn(): void {
    this.#isDue = true;
    if (this.#turns.taken === 0) this.#commitAll();
  }

  /** Waits for the turn of a change, until the deadline (milliseconds since 1970). */
  async #enter(deadline: number): Promise<void> {
    const isFree = await this.#turns.enter('', deadline - Date.now());
    if (!isFree) throw new StoreUnavailable('too many changes are waiting');
  }

  /** Lets the next change begin, which may still be committed with those before it. */
  #leave(): void {
    const { length } = this.#made;
    if (this.#isDue || length === 0 || length >= MAX_TOGETHER || !this.#handle.database.isTransaction)
      this.#commitAll();
    this.#turns.leave();
  }

  /** Ends the transaction. Without a change there may be one whose only change was undone. */
  #commitAll(): void {
    this.#isDue = false;
    try {
      if (this.#made.length === 0) this.#free();
      else {
        this.#openTransaction().run(statement('commit'));
        this.#hooks.changed(this.#handle, this.#made.length);
      }
    } catch (error) {
      this.#fail(error);
    }
    for (const { resolve } of this.#made.splice(0)) resolve();
  }

  /** None of the changes that are not committed remains. */
  #fail(error: unknown): void {
    const reason = translated(error, this.#dataDir);
    for (const { reject } of this.#made.splice(0)) reject(reason);
    try {
      this.#free();
    } catch {
      // Tried again by the next change.
    }
  }

  /** The connection without an open transaction, such as one that a failed commit has left. */
  #free(): Handle {
    if (this.#handle.database.isTransaction) this.#handle.run(statement('rollback'));
    return this.#handle;
  }

  /** After SQLite has aborted a transaction, a further statement would commit by itself. */
  #openTransaction(): Handle {
    if (this.#handle.database.isTransaction) return this.#handle;
    throw new StoreUnavailable('a fault has ended the transaction');
  }
}
