import type { Context } from '../context.ts';
import { userById } from '../login/user.ts';
import { newToken, tokenHash } from '../secrets.ts';
import type { OpenSession } from '../sessions.ts';
import type { Tx } from '../store/schema.ts';
import type { Visit } from '../visit.ts';
import { changeDraft, DRAFT_LIFE_MS, nothingBilled, nothingOrdered } from './draft.ts';

/**
 * The sign-up of somebody who has an account but has not finished: the one that is open, or, where that has run
 * out, a new one after the verified account. Answers a token of its own, which takes the place of the last such
 * one; the token in the address of another tab goes on working.
 */
export async function resumeDraft(context: Context, tx: Tx, session: OpenSession, visit: Visit): Promise<string> {
  const token = newToken();
  const open = await tx
    .selectFrom('drafts')
    .select('id')
    .where('user_id', '=', session.userId)
    .where('completed_at', 'is', null)
    .where('expires_at', '>', context.now())
    .orderBy('id', 'desc')
    .executeTakeFirst();
  // A password that was changed has closed the draft's way to a session (F5); this login has opened it again.
  if (open) await changeDraft(context, tx, open.id, { resume_hash: tokenHash(token), session_opened_at: null });
  else await beginAgain(context, tx, session, visit, token);
  return token;
}

async function beginAgain({ config, now }: Context, tx: Tx, { userId }: OpenSession, visit: Visit, token: string) {
  const { first_name, last_name, email, email_key, confirmed_at, consent_version } = await userById(tx, userId);
  const { signupOrder } = config.settings;
  await tx
    .insertInto('drafts')
    .values({
      ...nothingOrdered,
      ...nothingBilled,
      token_hash: tokenHash(token),
      signup_order: signupOrder,
      // The first step that is not about the account (W1).
      step: signupOrder === 'verify-first' ? '3' : '2',
      language: visit.language,
      currency: visit.currency,
      first_name,
      last_name,
      email,
      email_key,
      consent_version,
      verified_at: confirmed_at,
      user_id: userId,
      created_at: now(),
      updated_at: now(),
      expires_at: now() + DRAFT_LIFE_MS,
    })
    .execute();
}
