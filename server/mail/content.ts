import { renewInvitation } from '../account/inviting.ts';
import { isInvitationOpen } from '../account/openInvitations.ts';
import { awaitsLoginCode } from '../login/challenge.ts';
import { userByEmail } from '../login/user.ts';
import type { ServerContext } from '../platform/context.ts';
import { MINUTE_MS } from '../platform/durations.ts';
import { isCurrentCode } from '../registration/code.ts';
import { hasAccount } from '../registration/knownAddress.ts';
import type { QueuedMail } from './due.ts';
import { linkAtSending } from './linkAtSending.ts';
import { isCode, rowOf } from './outbox.ts';
import type { EmailContent, EmailValues } from './renderEmail.ts';

/**
 * The content of a mail, created when it is sent. Null if there is no recipient, or if what it carries has meanwhile
 * ended: a code that was used, replaced or abandoned, a revoked invitation.
 */
export async function contentOf(
  context: ServerContext,
  mail: QueuedMail,
  values: EmailValues,
): Promise<EmailContent | null> {
  const { kind } = mail;
  if (kind === 'reset' || kind === 'confirmation') {
    const link = await linkAtSending(context, { ...mail, kind });
    return link && { kind, values: { ...values, link } };
  }
  if (kind === 'alreadyRegistered') return knownContent(context, mail.recipient);
  if (!(await isStillValid(context, mail, values))) return null;
  // A delayed mail states the remaining time.
  const minutes = Math.ceil((mail.expires_at - context.now()) / MINUTE_MS);
  return { kind, values: { ...values, minutes } };
}

/** The mail to an address that already has an account; none for any other address. */
async function knownContent({ db }: ServerContext, recipient: string): Promise<EmailContent | null> {
  if (!(await hasAccount(db, recipient))) return null;
  return { kind: (await userByEmail(db, recipient)) ? 'alreadyRegistered' : 'accountDisabled' };
}

/** Whether what the mail carries still works and is the latest. */
async function isStillValid(context: ServerContext, mail: QueuedMail, values: EmailValues): Promise<boolean> {
  if (isCode(mail.kind) && (await isOvertaken(context, mail))) return false;
  // A mail that is about no row carries nothing that can end.
  const id = rowOf(mail.topic);
  if (!id) return true;
  if (mail.kind === 'loginCode') return awaitsLoginCode(context, id);
  if (mail.kind === 'verificationCode') return isCurrentCode(context, id, values.code ?? '');
  if (mail.kind === 'invitation') return renewInvitation(context, id);
  // What is left reminds of an invitation.
  return isInvitationOpen(context, id);
}

/**
 * Whether a delayed code has been followed by one to the same address from a later login or sign-up: it would arrive
 * last, look like the latest, and be wrong.
 */
async function isOvertaken({ db }: ServerContext, { id, kind, recipient, attempts }: QueuedMail): Promise<boolean> {
  if (attempts === 0) return false;
  const newer = await db
    .selectFrom('outbox')
    .select('id')
    .where('recipient', '=', recipient)
    .where('kind', '=', kind)
    .where('id', '>', id)
    .executeTakeFirst();
  return newer !== undefined;
}
