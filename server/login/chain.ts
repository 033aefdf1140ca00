import type { Selectable } from 'kysely';
import type { Language } from '#domain/constants.ts';
import type { Context } from '../context.ts';
import { reject } from '../errors.ts';
import { queueMail } from '../mail/outbox.ts';
import { noMoreCodes, tooManyWrongCodes } from '../messages/session.ts';
import { newCode, newToken, sameDigest, tokenHash } from '../secrets.ts';
import type { LoginChainTable, Tx } from '../store/schema.ts';
import { countAttempt, forgetAttempts, secondsUntil, waitOf } from '../throttle.ts';
import type { Visit } from '../visit.ts';
import { limits } from './limits.ts';
import { userById } from './user.ts';

/*
 * A login chain is one login that waits for its mailed code. Tries, resends and its end belong to the
 * chain; a resend replaces nonce and code, and counts on.
 */

const MOST_TRIES = 5;
const MOST_RESENDS = 5;
const CHAIN_LIFE_MS = 3_600_000;
const LABEL = 'login-code';

/** Who is logging in, as far as a mail needs to know. */
type Person = { id: number; email: string };

/** Starts a login that waits for a code, and mails the code. Answers the nonce. */
export async function startChain(
  context: Context,
  tx: Tx,
  { user, rememberMe, language }: { user: Person; rememberMe: boolean; language: Language },
): Promise<string> {
  const nonce = newToken();
  const code = newCode();
  const { id } = await tx
    .insertInto('login_chains')
    .values({
      user_id: user.id,
      ...codeColumns(context, nonce, code),
      remember_me: rememberMe ? 1 : 0,
      resend_at: null,
      expires_at: context.now() + CHAIN_LIFE_MS,
      ended_at: null,
      created_at: context.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await mailCode(context, tx, { to: user.email, language, chain: id, code });
  return nonce;
}

/** Only digests are kept; the code's is bound to its nonce. */
const codeColumns = ({ keyring, now, config }: Context, nonce: string, code: string) => ({
  nonce_hash: tokenHash(nonce),
  code_hash: keyring.digest(LABEL, code, nonce),
  code_expires_at: now() + config.settings.codeLifeSeconds * 1000,
});

const mailCode = (
  context: Context,
  tx: Tx,
  { to, language, chain, code }: { to: string; language: Language; chain: number; code: string },
) => queueMail(context, tx, { to, kind: 'loginCode', language, values: { code }, topic: `login ${chain}` });

/** §4: a new code under a new nonce; the old ones are dead at once. Refuses while the last resend is young (W6). */
export async function resendCode(
  context: Context,
  nonce: string,
  { language }: Visit,
): Promise<{ nonce: string; resendAt: number }> {
  const { db, now, config } = context;
  const chain = await livingChain(context, nonce);
  if (chain.resends >= MOST_RESENDS) reject('tooManyAttempts', { message: noMoreCodes });
  if (chain.resend_at !== null && chain.resend_at > now()) {
    reject('tooManyAttempts', { retryAfter: secondsUntil(chain.resend_at, now()) });
  }
  await rejectWhilePaused(context, chain.user_id);

  const next = newToken();
  const code = newCode();
  const resendAt = now() + config.settings.coolDownSeconds * 1000;
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('login_chains')
      .set((row) => ({
        ...codeColumns(context, next, code),
        resends: row('resends', '+', 1),
        resend_at: resendAt,
      }))
      .where('id', '=', chain.id)
      .where('nonce_hash', '=', chain.nonce_hash)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) reject('tokenInvalid');
    const { email } = await userById(tx, chain.user_id);
    await mailCode(context, tx, { to: email, language, chain: chain.id, code });
  });
  return { nonce: next, resendAt };
}

const loginOver = /*i18n*/ { id: 'This login has taken too long. Log in again.' };

async function livingChain({ db, now }: Context, nonce: string) {
  const chain = await db
    .selectFrom('login_chains')
    .selectAll()
    .where('nonce_hash', '=', tokenHash(nonce))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now())
    .where('tries', '<', MOST_TRIES)
    .executeTakeFirst();
  return chain ?? reject('tokenInvalid', { message: loginOver });
}

/** Whether a login still waits for the code that was mailed last. */
export async function awaitsLoginCode({ db, now }: Pick<Context, 'db' | 'now'>, id: number): Promise<boolean> {
  const chain = await db
    .selectFrom('login_chains')
    .select('id')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('code_expires_at', '>', now())
    .where('tries', '<', MOST_TRIES)
    .executeTakeFirst();
  return chain !== undefined;
}

/** A chain whose code was right; it is ended by `endChain`. */
export type ProvenChain = { id: number; nonce_hash: string; user_id: number; remember_me: number };

/**
 * Tries a code. The try is counted before anything is compared (B1); after five the chain is dead, and after
 * twenty wrong ones in a day codes pause for an hour and the owner is told (B3).
 */
export async function tryCode(context: Context, nonce: string, code: string): Promise<ProvenChain> {
  const { db, keyring, now } = context;
  const chain = await countTry(context, nonce);
  if (!chain) return reject('codeWrong', { field: 'code' });
  await rejectWhilePaused(context, chain.user_id);
  const isRight = sameDigest(chain.code_hash, keyring.digest(LABEL, code, nonce)) && chain.code_expires_at > now();
  if (isRight) return chain;

  const wait = await countAttempt(db, { ...limits.codes, most: limits.codes.most - 1 }, String(chain.user_id), now());
  if (wait !== null) await pauseCodes(context, chain.user_id);
  return reject('codeWrong', { field: 'code' });
}

async function countTry({ db, now }: Context, nonce: string): Promise<Selectable<LoginChainTable> | undefined> {
  const nonce_hash = tokenHash(nonce);
  const chain = await db
    .updateTable('login_chains')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('nonce_hash', '=', nonce_hash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now())
    .where('tries', '<', MOST_TRIES)
    .returningAll()
    .executeTakeFirst();
  if (chain) return chain;
  const dead = await db
    .selectFrom('login_chains')
    .select('id')
    .where('nonce_hash', '=', nonce_hash)
    .where('tries', '>=', MOST_TRIES)
    .executeTakeFirst();
  // No Retry-After: waiting does not help, another login does, at once.
  if (dead) reject('tooManyAttempts', { message: tooManyWrongCodes });
  return undefined;
}

/** Codes are at rest for this user after too many wrong ones. */
export async function rejectWhilePaused({ db, now }: Context, userId: number): Promise<void> {
  const wait = await waitOf(db, limits.codePause, String(userId), now());
  if (wait !== null) reject('tooManyAttempts', { retryAfter: wait });
}

/** Whoever typed the codes is hardly the owner: the notice is in the owner's own language. */
async function pauseCodes(context: Context, userId: number): Promise<void> {
  const { db, now } = context;
  await db.transaction().execute(async (tx) => {
    await countAttempt(tx, limits.codePause, String(userId), now());
    await forgetAttempts(tx, limits.codes, String(userId));
    const { email, language } = await userById(tx, userId);
    await queueMail(context, tx, { to: email, kind: 'tooManyCodes', language });
  });
}

/** Ends a proven chain, once: of several right answers side by side one logs in (B4). */
export async function endChain({ now }: Context, tx: Tx, chain: ProvenChain): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('login_chains')
    .set({ ended_at: now() })
    .where('id', '=', chain.id)
    .where('nonce_hash', '=', chain.nonce_hash)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) reject('codeWrong', { field: 'code' });
}
