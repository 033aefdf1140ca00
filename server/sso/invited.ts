import type { Language } from '#domain/constants.ts';
import { acceptInvitation, createInvitedUser, findInvitation } from '../account/invitation.ts';
import { emailKey } from '../login/emailKey.ts';
import { type User, userById } from '../login/user.ts';
import { hasAccountElsewhere } from '../messages/account.ts';
import { ssoMessages } from '../messages/sso.ts';
import type { MessageDescriptor } from '../messages/translate.ts';
import type { ServerContext } from '../platform/context.ts';
import type { Tx } from '../store/schema.ts';
import type { Identity } from './identity.ts';

/** Why an invited person has not joined. */
export type NotJoined =
  | { kind: 'invitationOver'; invitation: string }
  | { kind: 'refused'; message: MessageDescriptor };

type Invited = {
  /** The token of the mailed link. */
  invitation: string;
  identityId: number;
  identity: Identity;
  /** The existing account, if there is one. */
  user: User | undefined;
  language: Language;
};

/**
 * A person who opened the invitation's link and chose a provider. They join if the provider has verified the invited
 * address: the link identifies the invitation, the provider the person.
 */
export async function arriveInvited(context: ServerContext, tx: Tx, invited: Invited): Promise<NotJoined | User> {
  const { identityId, identity, user, language } = invited;
  const invitation = await findInvitation(tx, invited.invitation, context.now());
  if (user) {
    const isElsewhere = invitation && user.customer_id !== invitation.customer_id;
    return isElsewhere ? { kind: 'refused', message: hasAccountElsewhere } : user;
  }
  if (!invitation) return { kind: 'invitationOver', invitation: invited.invitation };
  if (!identity.email || !identity.isEmailVerified) return { kind: 'refused', message: ssoMessages.notVerified };
  if (emailKey(identity.email) !== invitation.email_key) return { kind: 'refused', message: ssoMessages.otherAddress };

  const { firstName, lastName } = identity;
  const userId = await createInvitedUser(context, tx, {
    // Some providers share no name: the team then sees the part before the @.
    first_name: firstName || lastName ? firstName : invitation.email.slice(0, invitation.email.indexOf('@')),
    last_name: lastName,
    email: invitation.email,
    password_hash: null,
    language,
  });
  await tx.updateTable('sso_identities').set({ user_id: userId }).where('id', '=', identityId).execute();
  await acceptInvitation(context, tx, invitation, userId);
  return userById(tx, userId);
}
