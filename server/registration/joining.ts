import { acceptInvitation } from '../account/invitation.ts';
import { openInvitations } from '../account/openInvitations.ts';
import { reject } from '../http/errors.ts';
import type { ServerContext } from '../platform/context.ts';
import type { Tx } from '../store/schema.ts';
import { createOwner } from './owner.ts';
import { completedAt, currentRegistration, type Registration, updateRegistrationRow } from './registration.ts';

const invitationOver = /*i18n*/ { id: 'This invitation is no longer open.' };

/** Joining requires a verified address, and a sign-up that is not completed. */
export function rejectUnverified({ completed_at, verified_at }: Registration): void {
  if (completed_at !== null || verified_at === null) reject('stepRejected');
}

/**
 * Completes a sign-up by joining a team that has invited its address, instead of creating a new customer. Returns the
 * user.
 */
export async function joinTeam(
  context: ServerContext,
  tx: Tx,
  { id }: Registration,
  invitationId: number,
): Promise<number> {
  const now = context.now();
  const registration = await currentRegistration(tx, id);
  rejectUnverified(registration);
  const invitation = await openInvitations(tx, now)
    .where('invitations.id', '=', invitationId)
    .where('invitations.email_key', '=', registration.email_key)
    .executeTakeFirst();
  if (!invitation) return reject('tokenInvalid', { message: invitationOver });

  const userId = await createOwner(context, tx, registration);
  await acceptInvitation(context, tx, invitation, userId);
  await tx.deleteFrom('reservations').where('registration_id', '=', id).execute();
  await updateRegistrationRow(context, tx, id, {
    user_id: userId,
    customer_id: invitation.customer_id,
    ...completedAt(now),
    // The session that is opened now is the only one of this sign-up.
    session_opened_at: now,
  });
  return userId;
}
