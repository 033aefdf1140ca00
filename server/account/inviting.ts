import type { Language } from '#domain/constants.ts';
import { reject } from '../http/errors.ts';
import { emailKey } from '../login/emailKey.ts';
import { fullName, userById } from '../login/user.ts';
import { queueMail, withdrawMails } from '../mail/outbox.ts';
import { onTheTeam } from '../messages/account.ts';
import type { ServerContext } from '../platform/context.ts';
import { DAY_MS } from '../platform/durations.ts';
import { newToken, tokenHash } from '../platform/secrets.ts';
import type { Tx } from '../store/schema.ts';
import { openInvitations } from './openInvitations.ts';

const TTL_MS = 7 * DAY_MS;

/** Invites an address to a team by mail; a new invitation replaces an earlier one to the same address. */
export async function invite(
  context: ServerContext,
  tx: Tx,
  invitation: { customerId: number; invitedBy: number; email: string; language: Language },
): Promise<void> {
  const { customerId, invitedBy, email, language } = invitation;
  const now = context.now();
  if (await isOnTeam(tx, customerId, email)) reject('emailUnusable', { field: 'email', message: onTheTeam });
  await revokeInvitation(context, tx, customerId, { email_key: emailKey(email) });
  const token = newToken();
  const { id } = await tx
    .insertInto('invitations')
    .values({
      customer_id: customerId,
      invited_by: invitedBy,
      email,
      email_key: emailKey(email),
      token_hash: tokenHash(token),
      expires_at: now + TTL_MS,
      accepted_at: null,
      revoked_at: null,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const values = { person: fullName(await userById(tx, invitedBy)), link: { invitation: token } };
  await queueMail(context, tx, { to: email, kind: 'invitation', language, values, about: id });
}

/** The seven days that its mail states begin when the mail leaves. Whether the invitation can still be accepted. */
export async function renewInvitation({ db, now }: Pick<ServerContext, 'db' | 'now'>, id: number): Promise<boolean> {
  const open = openInvitations(db, now()).clearSelect().select('invitations.id');
  const { numUpdatedRows } = await db
    .updateTable('invitations')
    .set({ expires_at: now() + TTL_MS })
    .where('id', '=', id)
    .where('id', 'in', open)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Revokes the customer's open invitation with this id or address, and its queued mail. */
export async function revokeInvitation(
  { now }: ServerContext,
  tx: Tx,
  customerId: number,
  by: { id: number } | { email_key: string },
): Promise<void> {
  const revoked = await tx
    .updateTable('invitations')
    .set({ revoked_at: now() })
    .where('customer_id', '=', customerId)
    .where((row) => row.and(by))
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  for (const { id } of revoked) await withdrawMails(tx, 'invitation', id);
}

async function isOnTeam(tx: Tx, customerId: number, email: string): Promise<boolean> {
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
  return found !== undefined;
}
