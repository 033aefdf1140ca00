import { onTestFinished, vi } from 'vitest';
import { StoreUnavailable } from '#server/store/errors.ts';
import type { TestServer } from './server.ts';

/** Something that happens after a request was checked, before its transaction begins; or before a later one of it. */
export function beforeTransaction(
  { context: { db } }: TestServer,
  act: () => Promise<unknown>,
  { after = 0 } = {},
): void {
  const begins = db.transaction.bind(db);
  const spy = vi.spyOn(db, 'transaction');
  for (let begun = 0; begun < after; begun += 1) spy.mockImplementationOnce(begins);
  spy.mockImplementationOnce(() => {
    const builder = begins();
    const execute = builder.execute.bind(builder);
    builder.execute = async (work) => {
      await act();
      return execute(work);
    };
    return builder;
  });
  onTestFinished(() => void vi.restoreAllMocks());
}

/** A transaction, after some that succeed, is committed, and the answer to that is lost. */
export function loseCommit({ context: { db } }: TestServer, { after = 0 } = {}): void {
  const begins = db.transaction.bind(db);
  const spy = vi.spyOn(db, 'transaction');
  for (let begun = 0; begun < after; begun += 1) spy.mockImplementationOnce(begins);
  spy.mockImplementationOnce(() => {
    const builder = begins();
    const execute = builder.execute.bind(builder);
    builder.execute = async (work) => {
      await execute(work);
      throw new StoreUnavailable('the connection to it was lost');
    };
    return builder;
  });
  onTestFinished(() => spy.mockRestore());
}

/** From now on this many transactions, after some that succeed, do their work and cannot be committed. */
export function failCommits({ context: { db } }: TestServer, { times = 1, after = 0 } = {}): void {
  const begins = db.transaction.bind(db);
  const spy = vi.spyOn(db, 'transaction');
  for (let begun = 0; begun < after; begun += 1) spy.mockImplementationOnce(begins);
  for (let failed = 0; failed < times; failed += 1) {
    spy.mockImplementationOnce(() => {
      const builder = begins();
      const execute = builder.execute.bind(builder);
      builder.execute = (work) =>
        execute(async (tx) => {
          await work(tx);
          throw new StoreUnavailable('the disk is full');
        });
      return builder;
    });
  }
  onTestFinished(() => spy.mockRestore());
}
