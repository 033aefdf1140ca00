import { reject } from '../http/errors.ts';
import { countAttempt, deleteAttempts, secondsToWait } from '../http/throttle.ts';
import { queueMail } from '../mail/outbox.ts';
import type { ServerContext } from '../platform/context.ts';
import type { Store, Tx } from '../store/schema.ts';
import { deviceSubject } from './device.ts';
import { limits } from './limits.ts';
import { type User, userById } from './user.ts';

/** Rejects while codes are paused for this user after too many wrong ones. */
export async function rejectWhilePaused({ db, now }: ServerContext, userId: number): Promise<void> {
  const wait = await secondsToWait(db, limits.codePause, String(userId), now());
  if (wait !== null) reject('tooManyAttempts', { retryAfter: wait, limit: limits.codePause.name });
}

/** Counts a wrong code of a user, over all logins; the last one that is allowed in a day pauses codes for an hour. */
export async function countWrongCode(context: ServerContext, userId: number): Promise<void> {
  const { db, now } = context;
  const wait = await countAttempt(db, { ...limits.codes, max: limits.codes.max - 1 }, String(userId), now());
  if (wait !== null) await pauseCodes(context, userId);
}

/** The person who entered the codes is probably not the owner, so the notice uses the owner's own language. */
async function pauseCodes(context: ServerContext, userId: number): Promise<void> {
  const { db, now } = context;
  await db.transaction().execute(async (tx) => {
    // Of several concurrent wrong codes, only one pauses and notifies.
    if ((await countAttempt(tx, limits.codePause, String(userId), now())) !== null) return;
    await deleteAttempts(tx, limits.codes, String(userId));
    const { email, language } = await userById(tx, userId);
    await queueMail(context, tx, { to: email, kind: 'tooManyCodes', language });
  });
}

/** Ends the waits that wrong passwords and codes have caused for a user, on remembered devices too. */
export async function endWaits(db: Store | Tx, { id, email_key }: Pick<User, 'id' | 'email_key'>): Promise<void> {
  await deleteAttempts(db, limits.passwords, email_key);
  const devices = await db.selectFrom('devices').select('id').where('user_id', '=', id).execute();
  for (const device of devices) await deleteAttempts(db, limits.passwords, deviceSubject(device.id));
  await deleteAttempts(db, limits.passwords, `user ${id}`);
  await deleteAttempts(db, limits.codes, String(id));
  await deleteAttempts(db, limits.codePause, String(id));
}
