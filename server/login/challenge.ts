import type { Selectable } from 'kysely';
import type { Language } from '#domain/constants.ts';
import { reject } from '../http/errors.ts';
import type { RequestContext } from '../http/requestContext.ts';
import { countAttempt, forgetAttempts, secondsUntil, waitOf } from '../http/throttle.ts';
import { queueMail } from '../mail/outbox.ts';
import { noMoreCodes, tooManyWrongCodes } from '../messages/session.ts';
import type { ServerContext } from '../platform/context.ts';
import { newCode, newToken, sameDigest, tokenHash } from '../platform/secrets.ts';
import type { LoginChallengeTable, Tx } from '../store/schema.ts';
import { limits } from './limits.ts';
import { userById } from './user.ts';

/*
 * A login chain is one login that waits for its mailed code. Tries, resends and its end belong to the
 * chain; a resend replaces nonce and code, and counts on.
 */

const MAX_ATTEMPTS = 5;
const MAX_RESENDS = 5;
const CHALLENGE_TTL_MS = 3_600_000;
const LABEL = 'login-code';

/** Who is logging in, as far as a mail needs to know. */
type Person = { id: number; email: string };

/** Starts a login that waits for a code, and mails the code. Answers the nonce. */
export async function startLoginChallenge(
  context: ServerContext,
  tx: Tx,
  { user, rememberMe, language }: { user: Person; rememberMe: boolean; language: Language },
): Promise<string> {
  const nonce = newToken();
  const code = newCode();
  const { id } = await tx
    .insertInto('login_challenges')
    .values({
      user_id: user.id,
      ...codeColumns(context, nonce, code),
      remember_me: rememberMe ? 1 : 0,
      resend_at: null,
      expires_at: context.now() + CHALLENGE_TTL_MS,
      ended_at: null,
      created_at: context.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await mailCode(context, tx, { to: user.email, language, challenge: id, code });
  return nonce;
}

/** Only digests are kept; the code's is bound to its nonce. */
const codeColumns = ({ keyring, now, config }: ServerContext, nonce: string, code: string) => ({
  nonce_hash: tokenHash(nonce),
  code_hash: keyring.digest(LABEL, code, nonce),
  code_expires_at: now() + config.settings.codeLifeSeconds * 1000,
});

const mailCode = (
  context: ServerContext,
  tx: Tx,
  { to, language, challenge, code }: { to: string; language: Language; challenge: number; code: string },
) => queueMail(context, tx, { to, kind: 'loginCode', language, values: { code }, topic: `login ${challenge}` });

/** §4: a new code under a new nonce; the old ones are dead at once. Refuses while the last resend is young. */
export async function resendCode(
  context: ServerContext,
  nonce: string,
  { language }: RequestContext,
): Promise<{ nonce: string; resendAt: number }> {
  const { db, now, config } = context;
  const challenge = await activeChallenge(context, nonce);
  if (challenge.resends >= MAX_RESENDS) reject('tooManyAttempts', { message: noMoreCodes });
  if (challenge.resend_at !== null && challenge.resend_at > now()) {
    reject('tooManyAttempts', { retryAfter: secondsUntil(challenge.resend_at, now()) });
  }
  await rejectWhilePaused(context, challenge.user_id);

  const next = newToken();
  const code = newCode();
  const resendAt = now() + config.settings.coolDownSeconds * 1000;
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('login_challenges')
      .set((row) => ({
        ...codeColumns(context, next, code),
        resends: row('resends', '+', 1),
        resend_at: resendAt,
      }))
      .where('id', '=', challenge.id)
      .where('nonce_hash', '=', challenge.nonce_hash)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) reject('tokenInvalid');
    const { email } = await userById(tx, challenge.user_id);
    await mailCode(context, tx, { to: email, language, challenge: challenge.id, code });
  });
  return { nonce: next, resendAt };
}

const loginOver = /*i18n*/ { id: 'Your login timed out. Log in again.' };

async function activeChallenge({ db, now }: ServerContext, nonce: string) {
  const challenge = await db
    .selectFrom('login_challenges')
    .selectAll()
    .where('nonce_hash', '=', tokenHash(nonce))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now())
    .where('attempts', '<', MAX_ATTEMPTS)
    .executeTakeFirst();
  return challenge ?? reject('tokenInvalid', { message: loginOver });
}

/** Whether a login still waits for the code that was mailed last. */
export async function awaitsLoginCode({ db, now }: Pick<ServerContext, 'db' | 'now'>, id: number): Promise<boolean> {
  const challenge = await db
    .selectFrom('login_challenges')
    .select('id')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('code_expires_at', '>', now())
    .where('attempts', '<', MAX_ATTEMPTS)
    .executeTakeFirst();
  return challenge !== undefined;
}

/** A chain whose code was right; it is ended by `endChallenge`. */
export type VerifiedChallenge = { id: number; nonce_hash: string; user_id: number; remember_me: number };

/**
 * Tries a code. The try is counted before anything is compared; after five the chain is dead, and after
 * twenty wrong ones in a day codes pause for an hour and the owner is told.
 */
export async function tryCode(context: ServerContext, nonce: string, code: string): Promise<VerifiedChallenge> {
  const { db, keyring, now } = context;
  const challenge = await countTry(context, nonce);
  if (!challenge) return reject('codeWrong', { field: 'code' });
  await rejectWhilePaused(context, challenge.user_id);
  const isRight =
    sameDigest(challenge.code_hash, keyring.digest(LABEL, code, nonce)) && challenge.code_expires_at > now();
  if (isRight) return challenge;

  const wait = await countAttempt(
    db,
    { ...limits.codes, most: limits.codes.most - 1 },
    String(challenge.user_id),
    now(),
  );
  if (wait !== null) await pauseCodes(context, challenge.user_id);
  return reject('codeWrong', { field: 'code' });
}

async function countTry(
  { db, now }: ServerContext,
  nonce: string,
): Promise<Selectable<LoginChallengeTable> | undefined> {
  const nonce_hash = tokenHash(nonce);
  const challenge = await db
    .updateTable('login_challenges')
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('nonce_hash', '=', nonce_hash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now())
    .where('attempts', '<', MAX_ATTEMPTS)
    .returningAll()
    .executeTakeFirst();
  if (challenge) return challenge;
  const dead = await db
    .selectFrom('login_challenges')
    .select('id')
    .where('nonce_hash', '=', nonce_hash)
    .where('attempts', '>=', MAX_ATTEMPTS)
    .executeTakeFirst();
  // No Retry-After: waiting does not help, another login does, at once.
  if (dead) reject('tooManyAttempts', { message: tooManyWrongCodes });
  return undefined;
}

/** Codes are at rest for this user after too many wrong ones. */
export async function rejectWhilePaused({ db, now }: ServerContext, userId: number): Promise<void> {
  const wait = await waitOf(db, limits.codePause, String(userId), now());
  if (wait !== null) reject('tooManyAttempts', { retryAfter: wait });
}

/** Whoever typed the codes is hardly the owner: the notice is in the owner's own language. */
async function pauseCodes(context: ServerContext, userId: number): Promise<void> {
  const { db, now } = context;
  await db.transaction().execute(async (tx) => {
    await countAttempt(tx, limits.codePause, String(userId), now());
    await forgetAttempts(tx, limits.codes, String(userId));
    const { email, language } = await userById(tx, userId);
    await queueMail(context, tx, { to: email, kind: 'tooManyCodes', language });
  });
}

/** Ends a proven chain, once: of several right answers side by side one logs in. */
export async function endChallenge({ now }: ServerContext, tx: Tx, challenge: VerifiedChallenge): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('login_challenges')
    .set({ ended_at: now() })
    .where('id', '=', challenge.id)
    .where('nonce_hash', '=', challenge.nonce_hash)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) reject('codeWrong', { field: 'code' });
}
