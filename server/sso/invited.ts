import type { Language } from '#domain/constants.ts';
import { enterTeam, findInvitation, makeInvited } from '../account/invitation.ts';
import { emailKey } from '../login/emailKey.ts';
import { type User, userById } from '../login/user.ts';
import { hasAccountElsewhere } from '../messages/account.ts';
import { ssoMessages } from '../messages/sso.ts';
import type { ServerContext } from '../platform/context.ts';
import type { Tx } from '../store/schema.ts';
import type { Arrival } from './arrival.ts';
import type { Identity } from './identity.ts';

type Invited = {
  /** From the mailed link. */
  invitation: string;
  identityId: number;
  identity: Identity;
  /** Who has an account already. */
  user: User | undefined;
  language: Language;
};

/**
 * Somebody who followed the mailed link and chose a provider there. They join if the provider vouches for the very
 * address that was invited: the link says who is meant, the provider says who has come.
 */
export async function arriveInvited(context: ServerContext, tx: Tx, invited: Invited): Promise<Arrival | User> {
  const { identityId, identity, user, language } = invited;
  const invitation = await findInvitation(tx, invited.invitation, context.now());
  if (user) {
    const isElsewhere = invitation && user.customer_id !== invitation.customer_id;
    return isElsewhere ? { kind: 'refused', message: hasAccountElsewhere } : user;
  }
  if (!invitation) return { kind: 'invitationOver' };
  if (!identity.email || !identity.isEmailVerified) return { kind: 'refused', message: ssoMessages.notVerified };
  if (emailKey(identity.email) !== invitation.email_key) return { kind: 'refused', message: ssoMessages.otherAddress };

  const { firstName, lastName } = identity;
  const userId = await makeInvited(context, tx, {
    // Some share no name: then the team sees what stands before the @.
    first_name: firstName || lastName ? firstName : (invitation.email.split('@')[0] ?? ''),
    last_name: lastName,
    email: invitation.email,
    password_hash: null,
    language,
  });
  await tx.updateTable('sso_identities').set({ user_id: userId }).where('id', '=', identityId).execute();
  await enterTeam(context, tx, invitation, userId);
  return userById(tx, userId);
}
