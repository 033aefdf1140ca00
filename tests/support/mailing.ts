import { vi } from 'vitest';
import { deliver } from '#server/mail/delivery.ts';
import { takeDue } from '#server/mail/due.ts';
import { type QueuedEmail, queueMail } from '#server/mail/outbox.ts';
import { mailTransport, type Transport } from '#server/mail/transport.ts';
import { startMailServer } from './mailServer.ts';
import { MAIL_TIMEOUT_MS } from './people.ts';
import { startServer, type TestServer } from './server.ts';

/** Waits until a mail was sent or received; the timeout allows for a busy machine. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: MAIL_TIMEOUT_MS });

export const queue = ({ context }: Pick<TestServer, 'context'>, ...posts: QueuedEmail[]) =>
  context.db.transaction().execute(async (tx) => {
    for (const post of posts) await queueMail(context, tx, post);
  });

export const outbox = ({ context }: TestServer) => context.db.selectFrom('outbox').selectAll().orderBy('id').execute();

/** Delivers due mails, each once. */
export async function deliverDue({ context }: TestServer, transport: Transport): Promise<void> {
  const mails = await takeDue(context, 20);
  await Promise.all(mails.map((mail) => deliver(context, transport, mail, new AbortController().signal)));
}

type MailOptions = {
  needsLogin?: boolean;
  offersTls?: boolean;
  /** The server's SMTP_URL, from the address of the mail server. */
  smtpUrl?: (url: string) => string;
};

/** The server with a scripted mail server. */
export async function withMailServer(
  env: Record<string, string> = {},
  { needsLogin, offersTls, smtpUrl = (url) => url }: MailOptions = {},
) {
  const mailServer = await startMailServer({ needsLogin, offersTls });
  const server = await startServer({ SMTP_URL: smtpUrl(mailServer.url), ...env });
  /** Moves the clock forward, then delivers due mails. */
  const round = async (seconds: number) => {
    server.clock.forward(seconds);
    const transport = await mailTransport(server.context);
    await deliverDue(server, transport);
    transport.close();
  };
  return { server, mailServer, round };
}

/** The same without the server's own worker: only a round delivers mails, so no test has to wait for one. */
export async function withRounds(env?: Record<string, string>, options?: MailOptions) {
  const mailing = await withMailServer(env, options);
  await mailing.server.mailWorker.stop();
  return mailing;
}
