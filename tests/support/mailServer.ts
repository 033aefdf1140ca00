import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** A mail as the mail server got it. */
export type Delivered = { to: string[]; from: string; raw: string; messageId: string };

/** A mail server that answers as it is told: each reply is used up by one mail; without any it takes them. */
export type MailServer = { url: string; mails: Delivered[]; replies: number[]; tried: () => number };

/** Starts a mail server on a free port; ends with the test. */
export async function startMailServer(): Promise<MailServer> {
  const mails: Delivered[] = [];
  const replies: number[] = [];
  let tried = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo(_address, _session, callback) {
      tried += 1;
      const responseCode = replies.shift();
      callback(responseCode ? Object.assign(new Error('told so'), { responseCode }) : null);
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        const { mailFrom, rcptTo } = session.envelope;
        const messageId = /^Message-ID: (.+)$/im.exec(raw)?.[1]?.trim() ?? '';
        mails.push({
          to: rcptTo.map(({ address }) => address),
          from: mailFrom ? mailFrom.address : '',
          raw,
          messageId,
        });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.');
  return { url: `smtp://127.0.0.1:${address.port}`, mails, replies, tried: () => tried };
}
