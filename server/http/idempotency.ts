import { setTimeout as wait } from 'node:timers/promises';
import type { ServerContext } from '../platform/context.ts';
import { logError } from '../platform/log.ts';
import { tokenHash } from '../platform/secrets.ts';
import { reject } from './errors.ts';

/** An answer, ready to be sent or kept. */
export type Reply = { status: number; body: unknown; cookies: readonly string[]; retryAfter: number | null };

const LABEL = 'idempotency';
const MAX_KEY_LENGTH = 255;
/** A second asker waits this long for the first one's answer. */
const WAIT_TIMEOUT_MS = 20_000;
const LOOK_EVERY_MS = 25;
/** A first asker that has not answered by then is gone (its server was killed); the next one takes over. */
const LEASE_MS = 60_000;

/**
 * Same key, same call, same body: the work is done once and its answer given again, for `lifeMs`.
 * The answer and the digest of the body are sealed with the asker's key mixed in: neither the
 * database nor the server's own key tells a session, or a card number, without it. Answers that ask
 * to come back (Retry-After), and faults of ours (5xx), are not kept.
 */
export async function runIdempotent(
  context: ServerContext,
  asked: { scope: string; key: string; body: string; lifeMs: number },
  work: () => Promise<Reply>,
): Promise<Reply> {
  const { db, keyring, now } = context;
  const { scope, key, body, lifeMs } = asked;
  if (key.length > MAX_KEY_LENGTH) reject('validation', { field: 'Idempotency-Key' });
  const key_hash = tokenHash(`${scope}\n${key}`);
  const body_hash = keyring.digest(LABEL, body, key);
  const patientUntil = Date.now() + WAIT_TIMEOUT_MS;

  while (!(await claim())) {
    const row = await db.selectFrom('idempotency').selectAll().where('key_hash', '=', key_hash).executeTakeFirst();
    if (!row) continue;
    if (row.body_hash !== body_hash) reject('validation', { field: 'Idempotency-Key', status: 409 });
    if (row.sealed) {
      const opened = keyring.open(LABEL, row.sealed, key);
      if (opened !== null) return JSON.parse(opened) as Reply;
    }
    if (Date.now() > patientUntil) reject('unavailable', { retryAfter: 2 });
    await wait(LOOK_EVERY_MS);
  }

  let reply: Reply | undefined;
  try {
    reply = await work();
    return reply;
  } finally {
    // What has been done is answered, whatever becomes of the key: its lease ends by itself.
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

  /** Takes the key when it is free, or when what stands under it has run out. */
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
