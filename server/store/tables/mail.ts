import type { Language } from '#domain/constants.ts';
import type { EmailKind } from '../../messages/emails.ts';
import type { Count, Id, Millis } from './columns.ts';

/**
 * The mail queue. `sealed` holds the values; it is cleared when the mail is finished, unless an operator can still send
 * it.
 */
export type OutboxTable = {
  id: Id;
  recipient: string;
  kind: EmailKind;
  language: Language;
  /** Identifies what the mail carries; a newer one of the same topic replaces one that is still queued. */
  topic: string | null;
  sealed: string | null;
  message_id: string;
  /** Dead: rejected or expired. Dropped: there was no recipient. */
  status: 'queued' | 'sent' | 'dead' | 'dropped';
  attempts: Count;
  next_attempt_at: Millis;
  /** After this the mail is useless (its code has expired) and is not sent. */
  expires_at: Millis;
  last_error: string | null;
  created_at: Millis;
  sent_at: Millis | null;
};

/** The local mailbox (only in local mode). */
export type InboxTable = { id: Id; recipient: string; subject: string; text: string; html: string; at: Millis };
