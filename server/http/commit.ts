import type { Store, Tx } from '../store/schema.ts';
import { ApiError } from './errors.ts';

/** A response as handlers build it. */
export type Answer = { status: number; data: unknown };

/**
 * Runs the last change of a call in one transaction with its response: with an Idempotency-Key both are stored, or
 * neither, so that a repetition after a killed server finds the response and does nothing again. An ApiError that is
 * returned, not thrown, is committed with the change and then rejects the call. The work may run more than once.
 */
export type Commit = <Result extends Answer | ApiError>(
  work: (tx: Tx) => Promise<Result>,
) => Promise<Exclude<Result, ApiError>>;

/** The `Commit` of one call; `saveResponse` stores the response within the transaction. */
export const committing =
  (db: Store, saveResponse: (tx: Tx, response: Answer | ApiError) => Promise<void>): Commit =>
  async <Result extends Answer | ApiError>(work: (tx: Tx) => Promise<Result>) => {
    const response = await db.transaction().execute(async (tx) => {
      const made = await work(tx);
      await saveResponse(tx, made);
      return made;
    });
    if (response instanceof ApiError) throw response;
    return response as Exclude<Result, ApiError>;
  };
