import type { Insertable, Selectable } from 'kysely';
import type { TeamInvitation } from '#contract/registration.ts';
import type { Language } from '#domain/constants.ts';
import { reject } from '../http/errors.ts';
import { returnAttemptLate } from '../http/throttle.ts';
import { emailKey } from '../login/emailKey.ts';
import { limits } from '../login/limits.ts';
import { anyUserByEmail, fullName, type User, userById } from '../login/user.ts';
import { queueMail } from '../mail/outbox.ts';
import { hasAccountElsewhere } from '../messages/account.ts';
import { type ServerContext, within } from '../platform/context.ts';
import { tokenHash } from '../platform/secrets.ts';
import { retireUser } from '../registration/owner.ts';
import type { Store, Tx } from '../store/schema.ts';
import type { InvitationTable, UserTable } from '../store/tables/accounts.ts';
import type { RegistrationTable } from '../store/tables/registrations.ts';
import { announceFee } from './fee.ts';
import { openInvitations } from './openInvitations.ts';
import { hasEnded, subscriptionOf } from './subscription.ts';

/** §6: an invitation to a team, valid for seven days and for one address. */
type Invitation = Selectable<InvitationTable>;

/** The open invitation that a mailed link refers to; none once the inviting account has ended. */
export async function findInvitation(db: Store | Tx, token: string, now: number): Promise<Invitation | undefined> {
  const hash = tokenHash(token);
  const found = await openInvitations(db, now)
    .where((row) => row.or([row('token_hash', '=', hash), row('reminder_hash', '=', hash)]))
    .executeTakeFirst();
  return found && !(await hasEnded(db, found.customer_id, now)) ? found : undefined;
}

/** Teams that have invited a verified address, the latest first. Only the owner of the mailbox may see them. */
export async function teamsInviting(
  { db, now }: Pick<ServerContext, 'db' | 'now'>,
  email: string,
): Promise<TeamInvitation[]> {
  const rows = await openInvitations(db, now())
    .innerJoin('customers', 'customers.id', 'invitations.customer_id')
    .innerJoin('users', 'users.id', 'invitations.invited_by')
    .select(['customers.company', 'users.first_name', 'users.last_name'])
    .select(['customers.trial_ends_on', 'customers.trial_time_zone', 'customers.cancelled_at'])
    .where('invitations.email_key', '=', emailKey(email))
    .orderBy('invitations.id', 'desc')
    .execute();
  const running = rows.filter((customer) => !subscriptionOf(customer, now()).isEnded);
  return running.map(({ id, company, ...inviter }) => ({ id, company, invited_by: fullName(inviter) }));
}

const REMINDER = 'invitation reminder';

/**
 * Mails its open invitations to an address that signs up before it is verified. They are shown only in the mailbox: the
 * page of the sign-up looks the same for every address. However often this happens, the link stays the same.
 */
export async function remindInvited(
  context: ServerContext,
  tx: Tx,
  { email: to, decoy }: Pick<Selectable<RegistrationTable>, 'email' | 'decoy'>,
  language: Language,
): Promise<void> {
  const teams = await teamsInviting(within(context, tx), to);
  // Someone with an account cannot join another team.
  for (const { id, invited_by: person } of decoy ? [] : teams) {
    const token = context.keyring.digest(REMINDER, String(id));
    await tx
      .updateTable('invitations')
      .set({ reminder_hash: tokenHash(token) })
      .where('id', '=', id)
      .execute();
    const values = { person, link: { invitation: token } };
    await queueMail(context, tx, { to, kind: 'invitedAlready', language, values, about: id });
  }
}

/** Data of an invited person who joins. The mailbox is verified, by the mailed link or by a provider. */
type Newcomer = Pick<Insertable<UserTable>, 'first_name' | 'last_name' | 'email' | 'password_hash' | 'language'>;

/**
 * The unfinished sign-up of an invited address, which gives way; rejects an address that has a customer's account, or a
 * disabled one.
 */
export async function replaceableUser(db: Store | Tx, email: string): Promise<User | undefined> {
  const taken = await anyUserByEmail(db, email);
  if (taken && taken.disabled_at !== null) reject('emailUnusable');
  if (taken && taken.customer_id !== null) reject('emailUnusable', { message: hasAccountElsewhere });
  return taken;
}

/**
 * Creates the account of an invited person. It replaces an unfinished sign-up of the same address, but never a
 * customer's account.
 */
export async function createInvitedUser(context: ServerContext, tx: Tx, newcomer: Newcomer): Promise<number> {
  const email_key = emailKey(newcomer.email);
  const replaced = await replaceableUser(tx, newcomer.email);
  if (replaced) await retireUser(context, tx, replaced.id);
  const now = context.now();
  const { id } = await tx
    .insertInto('users')
    .values({
      ...newcomer,
      email_key,
      customer_id: null,
      role: 'member',
      confirmed_at: now,
      disabled_at: null,
      consent_version: null,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Accepts an invitation, once: the user becomes a member of the team. */
export async function acceptInvitation(
  context: ServerContext,
  tx: Tx,
  invitation: Invitation,
  userId: number,
): Promise<void> {
  const { now } = context;
  const { customer_id } = invitation;
  if (await hasEnded(tx, customer_id, now())) reject('tokenInvalid');
  // Lookup and acceptance are one statement, so that of two concurrent requests one is rejected.
  const accepted = await tx
    .updateTable('invitations')
    .set({ accepted_at: now() })
    .where('id', '=', invitation.id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now())
    .executeTakeFirst();
  if (accepted.numUpdatedRows === 0n) reject('tokenInvalid');
  await tx.updateTable('users').set({ customer_id, role: 'member' }).where('id', '=', userId).execute();
  await announceFee(context, tx, customer_id, fullName(await userById(tx, userId)));
  await returnAttemptLate(tx, limits.invitations, String(customer_id));
}
