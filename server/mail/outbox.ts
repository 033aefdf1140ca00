import { randomBytes } from 'node:crypto';
import type { Language } from '#domain/constants.ts';
import { emailKey } from '../login/emailKey.ts';
import type { EmailKind } from '../messages/emails.ts';
import type { Config } from '../platform/config.ts';
import type { ServerContext } from '../platform/context.ts';
import type { Store } from '../store/schema.ts';
import type { EmailContent } from './renderEmail.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Mails to one real mailbox within an hour, of all kinds together. */
const MAILS_AN_HOUR = 10;

/** How long a mail is worth sending: as long as what it carries works; notices for three days. */
export const lifeOf = (kind: EmailKind, { settings }: Pick<Config, 'settings'>): number => {
  if (isCode(kind)) return settings.codeLifeSeconds * 1000;
  if (kind === 'reset') return 30 * MINUTE;
  if (kind === 'confirmation') return DAY;
  return 3 * DAY;
};

/** Whether a mail carries a code, which ends with it. */
export const isCode = (kind: string): boolean => kind === 'verificationCode' || kind === 'loginCode';

export type QueuedEmail = EmailContent & {
  to: string;
  language: Language;
  /** What the mail carries; a newer mail of the same topic takes the place of one that still waits. */
  topic?: string;
};

/** What the server's key is used for here. */
export const MAIL_SEAL = 'mail';

/** What queueing needs of the context. */
type MailContext = Pick<ServerContext, 'config' | 'keyring' | 'now' | 'wakeMail'>;

/**
 * Queues a mail in the transaction of what it tells of: both happen, or neither. What it says is sealed
 * until it is sent. Too many mails to one address in an hour: the mail is dropped without a word.
 */
export async function queueMail(context: MailContext, tx: Store, post: QueuedEmail): Promise<void> {
  const { to, kind, language, topic = null, values = {} } = post;
  const now = context.now();
  const recipient = emailKey(to);
  if (topic) {
    await tx.deleteFrom('outbox').where('topic', '=', topic).where('status', '=', 'queued').execute();
  }
  if (context.config.smtpUrl && (await sentLately(tx, recipient, now)) >= MAILS_AN_HOUR) return;
  await tx
    .insertInto('outbox')
    .values({
      message_id: `<${randomBytes(16).toString('hex')}@${new URL(context.config.publicUrl).hostname}>`,
      recipient,
      kind,
      language,
      topic,
      sealed: context.keyring.seal(MAIL_SEAL, JSON.stringify(values)),
      status: 'queued',
      created_at: now,
      next_attempt_at: now,
      expires_at: now + lifeOf(kind, context.config),
    })
    .execute();
  context.wakeMail();
}

async function sentLately(tx: Store, recipient: string, now: number): Promise<number> {
  const { count } = await tx
    .selectFrom('outbox')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('recipient', '=', recipient)
    .where('created_at', '>', now - HOUR)
    .executeTakeFirstOrThrow();
  return Number(count);
}
