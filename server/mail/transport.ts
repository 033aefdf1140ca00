import { createTransport } from 'nodemailer';
import type { Settings } from '#contract/settings.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { emailSentinel } from '../sentinels.ts';
import type { Store } from '../store/schema.ts';
import type { Rendered } from './letter.ts';

/**
 * A mail on its way. `messageId` stays the same over retries, so that a mail sent twice is shown once;
 * `tries` counts them, this one included.
 */
export type Outgoing = Rendered & { to: string; messageId: string; at: number; tries: number };

/** What became of it: delivered, refused for good, or to be tried again. */
export type Delivery = { kind: 'sent' } | { kind: 'refused'; why: string } | { kind: 'failed'; why: string };

/** Where mails go. Never throws. */
export type Transport = { deliver(mail: Outgoing): Promise<Delivery>; close(): void };

/** Time for a mail server to connect, greet and answer. */
const PATIENCE_MS = 15_000;

/** P5: a mail server where there is one, else the local inbox. */
export const mailTransport = ({ config, db }: Pick<Context, 'config' | 'db'>): Transport =>
  config.smtpUrl ? smtpTransport(config.smtpUrl, config.settings.brand) : inboxTransport(config, db);

/** Sends by SMTP. Only a 5xx about the envelope or the message is final; a server that is down or shut to us is not. */
function smtpTransport(smtpUrl: string, { name, supportEmail }: Settings['brand']): Transport {
  const smtp = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 4,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async deliver({ to, messageId, at, subject, text, html }) {
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
        });
        return { kind: 'sent' };
      } catch (error) {
        const why = reasonOf(error);
        return isFinal(error) ? { kind: 'refused', why } : { kind: 'failed', why };
      }
    },
    close: () => smtp.close(),
  };
}

type SmtpError = { code?: string; responseCode?: number };

function isFinal(error: unknown): boolean {
  const { code, responseCode = 0 } = error as SmtpError;
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500;
}

/** The server's code only: its words may repeat the mail. */
const reasonOf = (error: unknown): string => {
  const { code = 'ERROR', responseCode } = error as SmtpError;
  return responseCode ? `${code} ${responseCode}` : code;
};

/** A late mail fails so often: it comes after some fifteen seconds. */
const LATE_TRIES = 2;

/** Keeps mails in the local inbox; two addresses stand for a mail server that refuses, or is busy. */
const inboxTransport = (config: Config, db: Store): Transport => ({
  async deliver({ to, subject, text, html, at, tries }) {
    const sentinel = emailSentinel(config, to);
    if (sentinel === 'mailRefused') return { kind: 'refused', why: 'EENVELOPE 550' };
    if (sentinel === 'mailLate' && tries <= LATE_TRIES) return { kind: 'failed', why: 'EENVELOPE 451' };
    await db.insertInto('inbox').values({ recipient: to, subject, text, html, at }).execute();
    return { kind: 'sent' };
  },
  close() {},
});
