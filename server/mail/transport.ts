import { asciiEmail } from '#domain/email.ts';
import { emailSentinel } from '../local/sentinels.ts';
import type { Config } from '../platform/config.ts';
import type { ServerContext } from '../platform/context.ts';
import { checksCertificate, requiresTls } from '../platform/urlSettings.ts';
import type { Store } from '../store/schema.ts';
import type { Rendered } from './renderEmail.ts';
import { type FailureSide, reasonOf, type SmtpError, sideOf } from './smtpFailure.ts';

/**
 * A mail to deliver. `messageId` stays the same over retries, so that a mail client shows duplicates once; `attempts`
 * includes this one.
 */
type Outgoing = Rendered & { to: string; messageId: string; at: number; attempts: number };

/** The outcome: delivered, or not, with the side that has to act. */
export type Delivery = { kind: 'sent' } | { kind: FailureSide; reason: string };

/** Where mails are sent. Never throws; `signal` aborts a delivery. */
export type Transport = {
  deliver(mail: Outgoing, signal: AbortSignal): Promise<Delivery>;
  close(): void;
  /** Deliveries that need not wait for each other; without it all of them. */
  connections?: number;
};

/** Deliveries that begin at the same time. */
export const MAX_CONCURRENT = 10;
/** Further ones, of which the mail server keeps us waiting: they hold their connections, and delay no other mail. */
export const MAX_HANGING = 30;

/** Timeout for a mail server to connect, greet and respond. */
const WAIT_TIMEOUT_MS = 15_000;

/** A mail server if one is configured, otherwise the local inbox. */
export const mailTransport = async ({ config, db }: Pick<ServerContext, 'config' | 'db'>): Promise<Transport> =>
  config.smtpUrl ? smtpTransport(config.smtpUrl, config) : inboxTransport(config, db);

/** Sends by SMTP, by a package that is loaded only for it. */
async function smtpTransport(smtpUrl: string, { mode, publicUrl, settings }: Config): Promise<Transport> {
  const { createTransport } = await import('nodemailer');
  const { name, supportEmail } = settings.brand;
  const connections = Number(new URL(smtpUrl).searchParams.get('maxConnections') ?? MAX_CONCURRENT + MAX_HANGING);
  const smtp = createTransport({
    url: smtpUrl,
    // Options of the URL come before these.
    requireTLS: requiresTls(smtpUrl),
    tls: { rejectUnauthorized: checksCertificate(smtpUrl) },
    // Mail servers refuse a client that calls itself 127.0.0.1, as one does whose machine has no full name.
    ...(mode === 'production' && { name: new URL(publicUrl).hostname }),
    pool: true,
    maxConnections: connections,
    connectionTimeout: WAIT_TIMEOUT_MS,
    greetingTimeout: WAIT_TIMEOUT_MS,
    socketTimeout: WAIT_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async deliver({ to, messageId, at, subject, text, html }, signal) {
      try {
        await smtp.sendMail({
          from: { name, address: supportEmail },
          to: { name: '', address: to },
          messageId,
          date: new Date(at),
          headers: { 'Auto-Submitted': 'auto-generated' },
          subject,
          text,
          html,
          signal,
        });
        return { kind: 'sent' };
      } catch (error) {
        return { kind: sideOf(error as SmtpError, asciiEmail(supportEmail)), reason: reasonOf(error as SmtpError) };
      }
    },
    close: () => smtp.close(),
    connections,
  };
}

/** A deferred mail fails this often, so it arrives after some fifteen seconds. */
const LATE_ATTEMPTS = 2;

/** Stores mails in the local inbox; two sentinel addresses simulate a mail server that rejects or is busy. */
const inboxTransport = (config: Config, db: Store): Transport => ({
  async deliver({ to, subject, text, html, at, attempts }) {
    const sentinel = emailSentinel(config, to);
    if (sentinel === 'mailRefused') return { kind: 'recipient', reason: '550 at RCPT TO' };
    if (sentinel === 'mailLate' && attempts <= LATE_ATTEMPTS) return { kind: 'later', reason: '451 at RCPT TO' };
    await db.insertInto('inbox').values({ recipient: to, subject, text, html, at }).execute();
    return { kind: 'sent' };
  },
  close() {},
});
