import { randomBytes } from 'node:crypto';
import type { Language } from '#domain/constants.ts';
import { emailKey } from '../login/emailKey.ts';
import { TOKEN_TTL_MS } from '../login/tokens.ts';
import type { EmailKind } from '../messages/emails.ts';
import type { Config } from '../platform/config.ts';
import type { ServerContext } from '../platform/context.ts';
import { DAY_MS } from '../platform/durations.ts';
import { afterCommit } from '../store/afterCommit.ts';
import type { Store } from '../store/schema.ts';
import type { EmailContent } from './renderEmail.ts';

/** How long a mail is worth sending: as long as what it carries is valid; three days for notices. */
export const ttlOf = (kind: EmailKind, { settings }: Pick<Config, 'settings'>): number => {
  if (isCode(kind)) return settings.codeLifeSeconds * 1000;
  if (kind === 'reset' || kind === 'confirmation') return TOKEN_TTL_MS[kind];
  return 3 * DAY_MS;
};

/** Whether a mail carries a code, and is useless after it. */
export const isCode = (kind: EmailKind): boolean => kind === 'verificationCode' || kind === 'loginCode';

/** A mail before it is rendered. */
export type QueuedEmail = EmailContent & {
  to: string;
  language: Language;
  /** The id of the row, or the address, that the mail is about; a newer one about it replaces one that is still queued. */
  about?: number | string;
  /** Until when it is worth sending, ms since the epoch; `ttlOf` its kind by default. */
  expiresAt?: number;
};

/** The subject of the topic of a mail, where it is not its kind. */
const subjects: Partial<Record<EmailKind, string>> = {
  loginCode: 'login',
  verificationCode: 'registration',
  alreadyRegistered: 'registration',
  invitedAlready: 'invitation',
};

const topicOf = (kind: EmailKind, about: number | string): string => `${subjects[kind] ?? kind} ${about}`;

/** The id of the row that a mail is about; NaN if it is about none. */
export const rowOf = (topic: string | null): number => Number(topic?.split(' ')[1]);

/** Deletes mails of the topic that are still queued. */
export async function withdrawMails(tx: Store, kind: EmailKind, about: number | string): Promise<void> {
  const topic = topicOf(kind, about);
  await tx.deleteFrom('outbox').where('topic', '=', topic).where('status', '=', 'queued').execute();
}

/** Label of the keyring for sealed mails. */
export const MAIL_SEAL = 'mail';

/** The part of the context that queueing needs. */
type MailContext = Pick<ServerContext, 'config' | 'keyring' | 'now' | 'wakeMail'>;

/**
 * Queues a mail in the transaction of the change that it reports: both are committed, or neither. Its content is sealed
 * until it is sent. What lets visitors request mails counts them first (`login/mailLimits.ts`).
 */
export async function queueMail(context: MailContext, tx: Store, mail: QueuedEmail): Promise<void> {
  const now = context.now();
  const { to, kind, language, about, values = {}, expiresAt = now + ttlOf(kind, context.config) } = mail;
  if (about !== undefined) await withdrawMails(tx, kind, about);
  await tx
    .insertInto('outbox')
    .values({
      message_id: `<${randomBytes(16).toString('hex')}@${new URL(context.config.publicUrl).hostname}>`,
      recipient: emailKey(to),
      kind,
      language,
      topic: about === undefined ? null : topicOf(kind, about),
      sealed: context.keyring.seal(MAIL_SEAL, JSON.stringify(values)),
      status: 'queued',
      created_at: now,
      next_attempt_at: now,
      expires_at: expiresAt,
    })
    .execute();
  afterCommit(tx, () => context.wakeMail());
}
