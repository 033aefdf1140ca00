import { setTimeout as wait } from 'node:timers/promises';
import type { ServerContext } from '../platform/context.ts';
import { MINUTE_MS } from '../platform/durations.ts';
import { logError } from '../platform/log.ts';
import { newToken, tokenHash } from '../platform/secrets.ts';
import { StoreUnavailable } from '../store/errors.ts';
import type { Store, Tx } from '../store/schema.ts';
import { reject } from './errors.ts';

/** A response that can be sent or stored; `limit` names the limit that rejected the call, for the log. */
export type Reply = {
  status: number;
  body: unknown;
  cookies: readonly string[];
  retryAfter: number | null;
  limit?: string | undefined;
};

const LABEL = 'idempotency';
const MAX_KEY_LENGTH = 255;
/** How long a concurrent repetition waits for the first request's response. */
const WAIT_TIMEOUT_MS = 20_000;
/** The first pause between two polls, and the longest: hundreds of repetitions must not keep the database busy. */
const FIRST_POLL_MS = 25;
const MAX_POLL_MS = 500;
/**
 * A claim is renewed while its server works on it. One that is not renewed for this long was left by a killed server;
 * the next request takes over.
 */
const LEASE_MS = 5_000;
const RENEW_EVERY_MS = 1_500;
/** A rejection that has changed nothing is stored for as long as clients repeat a request that got no response. */
const REJECTION_TTL_MS = 15 * MINUTE_MS;

/** Stores the response within the transaction of the change that it reports; see commit.ts. */
export type SaveReply = (tx: Tx, reply: Reply) => Promise<void>;

/**
 * Same key, same call, same body: the work is done once and its response is repeated for `ttlMs`. The response and the
 * digest of the body are sealed with the client's key mixed in: neither the database nor the server's key alone reveals
 * a session or a card number. Responses with Retry-After and server errors (5xx) are not stored.
 *
 * A response is stored in the same transaction as the change that it reports, and only by the request that holds the
 * claim. So whenever a server dies or loses its claim, a repetition finds the response, or nothing has been changed.
 */
export async function runIdempotent(
  context: ServerContext,
  submission: { scope: string; key: string; body: string; ttlMs: number },
  work: (saveReply: SaveReply) => Promise<Reply>,
): Promise<Reply> {
  const { db, keyring, now } = context;
  const { scope, key, body, ttlMs } = submission;
  if (key.length > MAX_KEY_LENGTH) reject('validation', { field: 'Idempotency-Key' });
  const key_hash = tokenHash(`${scope}\n${key}`);
  const body_hash = keyring.digest(LABEL, body, key);
  const claim = newToken();
  const deadline = Date.now() + WAIT_TIMEOUT_MS;
  let pollMs = FIRST_POLL_MS;

  while (!(await take())) {
    const row = await db.selectFrom('idempotency').selectAll().where('key_hash', '=', key_hash).executeTakeFirst();
    if (!row) continue;
    if (row.body_hash !== body_hash) reject('validation', { field: 'Idempotency-Key', status: 409 });
    if (row.sealed) {
      const opened = keyring.open(LABEL, row.sealed, key);
      if (opened !== null) return JSON.parse(opened) as Reply;
    }
    if (Date.now() > deadline) reject('unavailable', { retryAfter: 2 });
    await wait(pollMs);
    pollMs = Math.min(pollMs * 1.5, MAX_POLL_MS);
  }

  const renewing = setInterval(() => void renew().catch(() => {}), RENEW_EVERY_MS);
  let reply: Reply | undefined;
  try {
    reply = await work(saveReply);
    return reply;
  } finally {
    clearInterval(renewing);
    // A response without a change of its own, such as a rejection, is stored now. It is sent even if that fails.
    await settle(reply).catch((error) => logError('a response could not be stored', error));
  }

  async function saveReply(tx: Tx, reply: Reply): Promise<void> {
    if (!isStored(reply)) return;
    const { numUpdatedRows } = await heldEntry(tx).set(stored(reply)).executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new StoreUnavailable('a repetition of the request has taken over');
  }

  async function settle(reply: Reply | undefined): Promise<void> {
    if (reply && isStored(reply)) {
      const expires_at = now() + (reply.status < 400 ? ttlMs : Math.min(ttlMs, REJECTION_TTL_MS));
      await heldEntry(db)
        .set({ ...stored(reply), expires_at })
        .execute();
    } else
      await db
        .deleteFrom('idempotency')
        .where('key_hash', '=', key_hash)
        .where('claim', '=', claim)
        .where('sealed', 'is', null)
        .execute();
  }

  function stored(reply: Reply) {
    return { sealed: keyring.seal(LABEL, JSON.stringify(reply), key), expires_at: now() + ttlMs };
  }

  function renew() {
    return heldEntry(db)
      .set({ expires_at: now() + LEASE_MS })
      .execute();
  }

  /** The key, if this request still holds it without a response. */
  function heldEntry(on: Store | Tx) {
    return on
      .updateTable('idempotency')
      .where('key_hash', '=', key_hash)
      .where('claim', '=', claim)
      .where('sealed', 'is', null);
  }

  /** Claims the key if it is unused or its entry has expired. */
  async function take(): Promise<boolean> {
    const time = now();
    await db.deleteFrom('idempotency').where('key_hash', '=', key_hash).where('expires_at', '<=', time).execute();
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('idempotency')
      .values({ key_hash, body_hash, claim, sealed: null, created_at: time, expires_at: time + LEASE_MS })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }
}

const isStored = ({ status, retryAfter }: Reply): boolean => status < 500 && retryAfter === null;
