import { setTimeout as wait } from 'node:timers/promises';
import type { ServerContext } from '../platform/context.ts';
import { MINUTE_MS } from '../platform/durations.ts';
import { logError } from '../platform/log.ts';
import { tokenHash } from '../platform/secrets.ts';
import { reject } from './errors.ts';

/** A response that can be sent or stored. */
export type Reply = { status: number; body: unknown; cookies: readonly string[]; retryAfter: number | null };

const LABEL = 'idempotency';
const MAX_KEY_LENGTH = 255;
/** How long a concurrent repetition waits for the first request's response. */
const WAIT_TIMEOUT_MS = 20_000;
const POLL_MS = 25;
/**
 * A first request without a response after this time is considered lost (its server was killed); the next one takes
 * over.
 */
const LEASE_MS = MINUTE_MS;

/**
 * Same key, same call, same body: the work is done once and its response is repeated for `lifeMs`. The response and the
 * digest of the body are sealed with the client's key mixed in: neither the database nor the server's key alone reveals
 * a session or a card number. Responses with Retry-After and server errors (5xx) are not stored.
 */
export async function runIdempotent(
  context: ServerContext,
  submission: { scope: string; key: string; body: string; lifeMs: number },
  work: () => Promise<Reply>,
): Promise<Reply> {
  const { db, keyring, now } = context;
  const { scope, key, body, lifeMs } = submission;
  if (key.length > MAX_KEY_LENGTH) reject('validation', { field: 'Idempotency-Key' });
  const key_hash = tokenHash(`${scope}\n${key}`);
  const body_hash = keyring.digest(LABEL, body, key);
  const deadline = Date.now() + WAIT_TIMEOUT_MS;

  while (!(await claim())) {
    const row = await db.selectFrom('idempotency').selectAll().where('key_hash', '=', key_hash).executeTakeFirst();
    if (!row) continue;
    if (row.body_hash !== body_hash) reject('validation', { field: 'Idempotency-Key', status: 409 });
    if (row.sealed) {
      const opened = keyring.open(LABEL, row.sealed, key);
      if (opened !== null) return JSON.parse(opened) as Reply;
    }
    if (Date.now() > deadline) reject('unavailable', { retryAfter: 2 });
    await wait(POLL_MS);
  }

  let reply: Reply | undefined;
  try {
    reply = await work();
    return reply;
  } finally {
    // The response is sent even if it cannot be stored; the lease expires by itself.
    await settle(reply).catch((error) => logError('an answer could not be kept', error));
  }

  async function settle(reply: Reply | undefined): Promise<void> {
    if (reply && reply.status < 500 && reply.retryAfter === null) {
      const sealed = keyring.seal(LABEL, JSON.stringify(reply), key);
      const row = db.updateTable('idempotency').where('key_hash', '=', key_hash);
      await row.set({ sealed, expires_at: now() + lifeMs }).execute();
    } else {
      await db.deleteFrom('idempotency').where('key_hash', '=', key_hash).execute();
    }
  }

  /** Claims the key if it is unused or its entry has expired. */
  async function claim(): Promise<boolean> {
    const time = now();
    await db.deleteFrom('idempotency').where('key_hash', '=', key_hash).where('expires_at', '<=', time).execute();
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('idempotency')
      .values({ key_hash, body_hash, sealed: null, created_at: time, expires_at: time + LEASE_MS })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }
}
