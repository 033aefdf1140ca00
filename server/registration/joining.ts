import { enterTeam, openInvitations } from '../account/invitation.ts';
import type { Context } from '../context.ts';
import { reject } from '../errors.ts';
import type { Tx } from '../store/schema.ts';
import { COMPLETED_LIFE_MS, changeDraft, currentDraft, type Draft } from './draft.ts';
import { makeOwner } from './owner.ts';

const invitationOver = /*i18n*/ { id: 'This invitation is no longer open.' };

/**
 * Ends a sign-up in a team that has invited its address, instead of a company of its own. Only a proven address may:
 * whoever merely types it learns of no invitation and joins nothing. Answers the user.
 */
export async function joinTeam(context: Context, tx: Tx, { id }: Draft, invitationId: number): Promise<number> {
  const now = context.now();
  const draft = await currentDraft(tx, id);
  if (draft.completed_at !== null || draft.verified_at === null) reject('stepRejected');
  const invitation = await openInvitations(tx, now)
    .where('invitations.id', '=', invitationId)
    .where('invitations.email_key', '=', draft.email_key)
    .executeTakeFirst();
  if (!invitation) return reject('tokenInvalid', { message: invitationOver });

  const userId = await makeOwner(context, tx, draft);
  await enterTeam(context, tx, invitation, userId);
  await tx.deleteFrom('reservations').where('draft_id', '=', id).execute();
  await changeDraft(context, tx, id, {
    user_id: userId,
    customer_id: invitation.customer_id,
    completed_at: now,
    // The session that is opened now is the only one that this sign-up opens.
    session_opened_at: now,
    expires_at: now + COMPLETED_LIFE_MS,
    password_hash: null,
    code_hash: null,
  });
  return userId;
}
