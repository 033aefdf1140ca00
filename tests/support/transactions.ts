import type { Transaction } from 'kysely';
import { onTestFinished, vi } from 'vitest';
import { StoreUnavailable } from '#server/store/errors.ts';
import type { Database, Tx } from '#server/store/schema.ts';
import type { TestServer } from './server.ts';

type Work = (tx: Tx) => Promise<unknown>;
type Execute = (work: Work) => Promise<unknown>;
/** Which of the next transactions: `times` of them, after some that are left as they are. */
type Which = { times?: number; after?: number };

/** Something that happens after a request was checked, before its transaction begins; or before a later one of it. */
export function beforeTransaction(server: TestServer, act: () => Promise<unknown>, which: Which = {}): void {
  replaceTransactions(server, which, async (execute, work) => {
    await act();
    return execute(work);
  });
}

/** A transaction is committed, and the answer to that is lost. */
export function loseCommit(server: TestServer, which: Which = {}): void {
  replaceTransactions(server, which, async (execute, work) => {
    await execute(work);
    throw new StoreUnavailable('the connection to it was lost');
  });
}

/** Transactions do their work and cannot be committed. */
export function failCommits(server: TestServer, which: Which = {}): void {
  replaceTransactions(server, which, (execute, work) =>
    execute(async (tx) => {
      await work(tx);
      throw new StoreUnavailable('the disk is full');
    }),
  );
}

function replaceTransactions(
  { context: { db } }: TestServer,
  { times = 1, after = 0 }: Which,
  run: (execute: Execute, work: Work) => Promise<unknown>,
): void {
  const begins = db.transaction.bind(db);
  const spy = vi.spyOn(db, 'transaction');
  for (let begun = 0; begun < after; begun += 1) spy.mockImplementationOnce(begins);
  for (let replaced = 0; replaced < times; replaced += 1) {
    spy.mockImplementationOnce(() => {
      const builder = begins();
      const execute = builder.execute.bind(builder);
      builder.execute = <Result>(work: (tx: Transaction<Database>) => Promise<Result>) =>
        run(execute, work) as Promise<Result>;
      return builder;
    });
  }
  onTestFinished(() => spy.mockRestore());
}
