import type { Language } from '#domain/constants.ts';
import type { Context } from '../context.ts';
import { reject } from '../errors.ts';
import { countOrReject } from '../login/limits.ts';
import { queueMail } from '../mail/outbox.ts';
import { newCode, sameDigest } from '../secrets.ts';
import type { Tx } from '../store/schema.ts';
import { secondsUntil } from '../throttle.ts';
import { changeDraft, type Draft } from './draft.ts';

const MINUTE_MS = 60_000;
/** R9: wrong and right codes of one draft alike; a resend never gives new tries. */
const tries = { name: 'registration-codes', most: 5, windowMs: 15 * MINUTE_MS };
const triesADay = { name: 'registration-codes-day', most: 20, windowMs: 24 * 60 * MINUTE_MS };
const resends = { name: 'registration-resends', most: 5, windowMs: 60 * MINUTE_MS };

const LABEL = 'registration-code';

/**
 * Mails a new code; the old one is dead at once. Where the address has an account already, another mail
 * says so, and all else looks the same from outside (R10).
 */
export async function mailCode(context: Context, tx: Tx, draft: Draft, language: Language): Promise<Draft> {
  const { keyring, now, config } = context;
  const code = newCode();
  const changed = await changeDraft(context, tx, draft.id, {
    code_hash: keyring.digest(LABEL, code, String(draft.id)),
    code_expires_at: now() + config.settings.codeLifeSeconds * 1000,
  });
  const post = { to: draft.email, language, topic: `registration ${draft.id}` };
  if (draft.shadow) await queueMail(context, tx, { ...post, kind: 'alreadyRegistered' });
  else await queueMail(context, tx, { ...post, kind: 'verificationCode', values: { code } });
  return changed;
}

/** §4: another code, unless the last resend is younger than the cool-down (W6). */
export async function resendCode(context: Context, draft: Draft, language: Language): Promise<Draft> {
  const { db, now, config } = context;
  if (draft.resend_at !== null && draft.resend_at > now()) {
    reject('tooManyAttempts', { retryAfter: secondsUntil(draft.resend_at, now()) });
  }
  await countOrReject(context, resends, String(draft.id));
  return db.transaction().execute(async (tx) => {
    const changed = await mailCode(context, tx, draft, language);
    return changeDraft(context, tx, changed.id, { resend_at: now() + config.settings.coolDownSeconds * 1000 });
  });
}

/** Refuses a code that is wrong, old, or one try too many; the try is counted before it is compared. */
export async function checkCode(context: Context, draft: Draft, code: string): Promise<void> {
  await countOrReject(context, tries, String(draft.id));
  await countOrReject(context, triesADay, String(draft.id));
  const isRight = sameDigest(draft.code_hash, context.keyring.digest(LABEL, code, String(draft.id)));
  const isFresh = (draft.code_expires_at ?? 0) > context.now();
  if (!isRight || !isFresh || draft.shadow) reject('codeWrong', { field: 'verification_code' });
}

/** Whether a registration still waits for exactly this code. */
export async function isCurrentCode({ db, keyring, now }: Context, id: number, code: string): Promise<boolean> {
  const draft = await db
    .selectFrom('drafts')
    .select('id')
    .where('id', '=', id)
    .where('code_hash', '=', keyring.digest(LABEL, code, String(id)))
    .where('code_expires_at', '>', now())
    .where('verified_at', 'is', null)
    .where('expires_at', '>', now())
    .executeTakeFirst();
  return draft !== undefined;
}
