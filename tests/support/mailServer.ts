import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** A mail as the mail server received it. */
type Delivered = { to: string[]; from: string; raw: string; messageId: string };

/** The SMTP stage at which a mail is rejected: sender, recipient, or content. */
export type SmtpStage = 'MAIL FROM' | 'RCPT TO' | 'DATA';
/** The server's reply; a promise delays it until it settles. */
export type Reply = number | `${number} ${string}` | Promise<void> | null;

/** A mail server with scripted replies. */
export type MailServer = {
  url: string;
  mails: Delivered[];
  /** Replies to RCPT TO, one per mail; without any the server accepts. */
  replies: number[];
  /** The reply at a stage for an address (the sender's at MAIL FROM, otherwise the recipient's). */
  answer: (stage: SmtpStage, address: string) => Reply;
  /** How many mails have reached their RCPT TO. */
  tried: () => number;
  /** How often user and password were presented. */
  logins: () => number;
  /** How many mails have begun over TLS. */
  overTls: number;
  /** The names as which clients have greeted. */
  greetings: string[];
  /** How many connections are open, and how many there have been. */
  connections: () => { open: number; all: number };
};

/** Credentials of the mail server, with characters that a URL has to encode. */
export const credentials = { user: 'ann@acme.example', pass: 'p#a/s?s@w%: d' };

/**
 * Starts a mail server on a free port; stops after the test. Its TLS has a certificate that it has signed itself, as that
 * of a fresh Postfix.
 */
export async function startMailServer({ needsLogin = false, offersTls = false } = {}): Promise<MailServer> {
  const mails: Delivered[] = [];
  const replies: number[] = [];
  let tried = 0;
  let logins = 0;
  let connected = 0;
  const mailServer: MailServer = {
    url: '',
    mails,
    replies,
    answer: () => null,
    tried: () => tried,
    logins: () => logins,
    overTls: 0,
    greetings: [],
    connections: () => ({ open: server.connections.size, all: connected }),
  };

  async function reply(given: Reply, callback: (error?: Error | null) => void): Promise<void> {
    const text = await given;
    const [, code, words = 'told so'] = /^(\d{3}) ?(.*)$/.exec(String(text ?? '')) ?? [];
    callback(code ? Object.assign(new Error(words || 'told so'), { responseCode: Number(code) }) : null);
  }

  const server = new SMTPServer({
    authOptional: !needsLogin,
    disabledCommands: [...(offersTls ? [] : ['STARTTLS']), ...(needsLogin ? [] : ['AUTH'])],
    onConnect(_session, callback) {
      connected += 1;
      callback();
    },
    onAuth({ username, password }, _session, callback) {
      logins += 1;
      if (username === credentials.user && password === credentials.pass) callback(null, { user: username });
      else callback(new Error('Wrong user or password'));
    },
    onMailFrom({ address }, { hostNameAppearsAs, secure }, callback) {
      if (secure) mailServer.overTls += 1;
      mailServer.greetings.push(String(hostNameAppearsAs));
      void reply(mailServer.answer('MAIL FROM', address), callback);
    },
    onRcptTo({ address }, _session, callback) {
      tried += 1;
      void reply(replies.shift() ?? mailServer.answer('RCPT TO', address), callback);
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        const { mailFrom, rcptTo } = session.envelope;
        const messageId = /^Message-ID: (.+)$/im.exec(raw)?.[1]?.trim() ?? '';
        const to = rcptTo.map(({ address }) => address);
        void reply(mailServer.answer('DATA', to[0] ?? ''), (error) => {
          if (!error) mails.push({ to, from: mailFrom ? mailFrom.address : '', raw, messageId });
          callback(error);
        });
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.');
  const login = needsLogin ? `${Object.values(credentials).map(encodeURIComponent).join(':')}@` : '';
  mailServer.url = `smtp://${login}127.0.0.1:${address.port}`;
  return mailServer;
}
