import type { Selectable } from 'kysely';
import type { Language } from '#domain/constants.ts';
import { reject } from '../http/errors.ts';
import type { RequestContext } from '../http/requestContext.ts';
import { secondsUntil } from '../http/throttle.ts';
import { queueMail } from '../mail/outbox.ts';
import { noMoreCodes, tooManyWrongCodes } from '../messages/session.ts';
import type { ServerContext } from '../platform/context.ts';
import { HOUR_MS } from '../platform/durations.ts';
import { newCode, newToken, sameDigest, tokenHash } from '../platform/secrets.ts';
import type { Tx } from '../store/schema.ts';
import type { LoginChallengeTable } from '../store/tables/login.ts';
import { countWrongCode, rejectWhilePaused } from './codePause.ts';
import { userById } from './user.ts';

/*
 * A login challenge is one login that waits for its mailed code. Attempts, resends and the expiry belong to the
 * challenge; a resend replaces nonce and code, but not the counts.
 */

const MAX_ATTEMPTS = 5;
const MAX_RESENDS = 5;
/** No shorter than the first code is valid. */
const challengeLifeMs = ({ config }: ServerContext) => Math.max(HOUR_MS, config.settings.codeLifeSeconds * 1000);
const LABEL = 'login-code';
/** Retry-After, which each 429 has, of a login that is over: the user need not wait, but log in again. */
const AT_ONCE = 0;

type Challenge = Selectable<LoginChallengeTable>;

/** The user who logs in, as far as a mail needs it. */
type Person = { id: number; email: string };

/** Starts a login challenge and mails the code. Returns the nonce. */
export async function startLoginChallenge(
  context: ServerContext,
  tx: Tx,
  { user, rememberMe, language }: { user: Person; rememberMe: boolean; language: Language },
): Promise<string> {
  const nonce = newToken();
  const code = newCode();
  const expires_at = context.now() + challengeLifeMs(context);
  const { id } = await tx
    .insertInto('login_challenges')
    .values({
      user_id: user.id,
      ...codeColumns(context, nonce, code, expires_at),
      remember_me: rememberMe ? 1 : 0,
      resend_at: null,
      expires_at,
      ended_at: null,
      created_at: context.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await queueMail(context, tx, { to: user.email, kind: 'loginCode', language, values: { code }, about: id });
  return nonce;
}

/** Only digests are stored; the code's digest is bound to its nonce. A code ends with its login at the latest. */
const codeColumns = ({ keyring, now, config }: ServerContext, nonce: string, code: string, loginEndsAt: number) => ({
  nonce_hash: tokenHash(nonce),
  code_hash: keyring.digest(LABEL, code, nonce),
  code_expires_at: Math.min(now() + config.settings.codeLifeSeconds * 1000, loginEndsAt),
});

/** The challenge of a nonce, if it can have another code: rejects during the cool-down of the last resend. */
export async function challengeToResend(context: ServerContext, nonce: string): Promise<Challenge> {
  const { now } = context;
  const challenge = await activeChallenge(context, nonce);
  if (challenge.resends >= MAX_RESENDS) reject('tooManyAttempts', { message: noMoreCodes, retryAfter: AT_ONCE });
  const resendAt = challenge.resend_at ?? 0;
  if (resendAt > now()) reject('tooManyAttempts', { retryAfter: secondsUntil(resendAt, now()) });
  await rejectWhilePaused(context, challenge.user_id);
  return challenge;
}

/** §4: a new code with a new nonce; the old ones become invalid at once. */
export async function resendCode(
  context: ServerContext,
  tx: Tx,
  challenge: Challenge,
  { language }: RequestContext,
): Promise<{ nonce: string; resendAt: number }> {
  const { now, config } = context;
  const next = newToken();
  const code = newCode();
  const resendAt = now() + config.settings.coolDownSeconds * 1000;
  const columns = codeColumns(context, next, code, challenge.expires_at);
  const { numUpdatedRows } = await tx
    .updateTable('login_challenges')
    .set((row) => ({
      ...columns,
      resends: row('resends', '+', 1),
      resend_at: resendAt,
    }))
    .where('nonce_hash', '=', challenge.nonce_hash)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) reject('tokenInvalid');
  const { email } = await userById(tx, challenge.user_id);
  const mail = { to: email, kind: 'loginCode', language, values: { code }, about: challenge.id } as const;
  await queueMail(context, tx, { ...mail, expiresAt: columns.code_expires_at });
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

/** Whether a challenge still waits for the code that was mailed last. */
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

/**
 * Checks a code. The attempt is counted before any comparison. After five attempts the challenge ends; after twenty
 * wrong codes in a day, codes are paused for an hour and the user is notified.
 */
export async function tryCode(context: ServerContext, nonce: string, code: string): Promise<Challenge> {
  const { keyring, now } = context;
  const challenge = await countAttemptOf(context, nonce);
  if (!challenge) return reject('codeWrong', { field: 'code' });
  await rejectWhilePaused(context, challenge.user_id);
  const isRight =
    sameDigest(challenge.code_hash, keyring.digest(LABEL, code, nonce)) && challenge.code_expires_at > now();
  if (isRight) return challenge;

  await countWrongCode(context, challenge.user_id);
  return reject('codeWrong', { field: 'code' });
}

async function countAttemptOf({ db, now }: ServerContext, nonce: string): Promise<Challenge | undefined> {
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
  const exhausted = await db
    .selectFrom('login_challenges')
    .select('id')
    .where('nonce_hash', '=', nonce_hash)
    .where('attempts', '>=', MAX_ATTEMPTS)
    .executeTakeFirst();
  if (exhausted) reject('tooManyAttempts', { message: tooManyWrongCodes, retryAfter: AT_ONCE });
  return undefined;
}

/** Ends a verified challenge, once: of several correct codes at the same time only one logs in. */
export async function endChallenge({ now }: ServerContext, tx: Tx, challenge: Challenge): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('login_challenges')
    .set({ ended_at: now() })
    .where('nonce_hash', '=', challenge.nonce_hash)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) reject('codeWrong', { field: 'code' });
}
