import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { QueuedEmail } from '#server/mail/outbox.ts';
import { StoreUnavailable } from '#server/store/errors.ts';
import { admin } from '#tests/support/admin.ts';
import { linesOf } from '#tests/support/logLines.ts';
import { outbox, queue, withRounds } from '#tests/support/mailing.ts';
import { credentials, type Reply, type SmtpStage } from '#tests/support/mailServer.ts';
import { addOwner } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { failCommits } from '#tests/support/transactions.ts';

const EMAIL = 'ann@example.com';
const notice: QueuedEmail = { to: EMAIL, kind: 'passwordChanged', language: 'en' };
const code: QueuedEmail = { to: EMAIL, kind: 'loginCode', language: 'en', values: { code: '012345' } };
const DAY = 86_400;

const errorOf = async (server: TestServer) => (await outbox(server))[0]?.last_error;
const answering = (at: SmtpStage, reply: Reply) => (stage: SmtpStage) => (stage === at ? reply : null);

describe('a mail that is rejected because of our configuration', () => {
  it.each<[SmtpStage, Reply, string]>([
    ['MAIL FROM', 553, '553 at MAIL FROM'],
    ['MAIL FROM', '553 5.1.8 Sender address rejected: Domain not found', '553 5.1.8 at MAIL FROM'],
    ['RCPT TO', '553 5.7.1 Sender address rejected: not owned by user', '553 5.7.1 at RCPT TO'],
    ['RCPT TO', '550 5.7.1 Relaying denied', '550 5.7.1 at RCPT TO'],
    ['DATA', 554, '554 at DATA'],
    ['DATA', '550 5.7.26 Unauthenticated mail is not accepted', '550 5.7.26 at DATA'],
  ])('at %s with %s is logged, listed and tried again until it arrives', async (stage, reply, why) => {
    const { server, mailServer, round } = await withRounds();
    mailServer.answer = answering(stage, reply);
    const lines = await linesOf(async () => {
      await queue(server, notice);
      await round(0);
      expect(await errorOf(server)).toBe(why);
    });
    const facts = { mail: 1, kind: 'passwordChanged', attempts: 1, why, change: expect.stringContaining('SMTP_URL') };
    expect(lines).toEqual([{ event: 'mail cannot be sent, and is tried again', ...facts }]);
    expect(await admin(server, 'dead-letters')).toEqual([
      expect.stringMatching(new RegExp(`^1 .*${EMAIL}  passwordChanged  next try 2025-03-05T12:00:0.*${why}$`)),
    ]);
    mailServer.answer = () => null;
    await round(7);
    expect(mailServer.mails).toHaveLength(1);
    expect(await outbox(server)).toMatchObject([{ status: 'sent', attempts: 2, last_error: null }]);
    expect(await admin(server, 'dead-letters')).toEqual(['No undelivered emails.']);
  });

  it('waits when the mail server rejects our credentials; no secret is logged', async () => {
    const smtpUrl = (url: string) => url.replace(encodeURIComponent(credentials.pass), 'wrong-secret');
    const { server, round } = await withRounds({}, { needsLogin: true, smtpUrl });
    const lines = await linesOf(async () => {
      await queue(server, code);
      await round(0);
      expect(await errorOf(server)).toBe('535 at AUTH PLAIN');
    });
    expect(lines).toHaveLength(1);
    expect(JSON.stringify([lines, await outbox(server)])).not.toMatch(/wrong-secret|012345|acme/);
    expect(await outbox(server)).toMatchObject([{ status: 'queued' }]);
  });

  it('is given up after three days, and can be sent again once the fault is fixed', async () => {
    const { server, mailServer, round } = await withRounds();
    mailServer.answer = answering('MAIL FROM', 553);
    await queue(server, notice);
    await round(0);
    expect(await errorOf(server)).toBe('553 at MAIL FROM');
    const lines = await linesOf(() => round(3 * DAY));
    const see = expect.stringContaining('dead-letters');
    expect(lines).toEqual([expect.objectContaining({ event: 'mail given up', mail: 1, attempts: 2, see })]);
    expect(await admin(server, 'dead-letters')).toEqual([
      expect.stringContaining('given up  553 at MAIL FROM, until it ran out'),
    ]);
    mailServer.answer = () => null;
    expect(await admin(server, 'send-again', '1')).toEqual(['Emails queued again: 1.']);
    await round(1);
    expect(mailServer.mails).toHaveLength(1);
    expect(mailServer.mails[0]?.raw).toContain('Your Ringwell password was changed');
    expect(await admin(server, 'dead-letters')).toEqual(['No undelivered emails.']);
  });

  it('is sent immediately on the operator’s command while it waits for a retry', async () => {
    const { server, mailServer, round } = await withRounds();
    mailServer.answer = answering('MAIL FROM', 553);
    await queue(server, notice, { ...notice, to: 'bob@example.com' });
    for (let attempts = 0; attempts < 8; attempts += 1) await round(1000);
    mailServer.answer = () => null;
    await round(1);
    expect(mailServer.mails).toHaveLength(0);
    expect(await admin(server, 'send-again', 'all')).toEqual(['Emails queued again: 2.']);
    await round(0);
    expect(mailServer.mails).toHaveLength(2);
  });

  it('is never sent with an expired code or link', async () => {
    const { server, mailServer, round } = await withRounds();
    await addOwner(server, EMAIL);
    mailServer.answer = answering('MAIL FROM', 553);
    await queue(server, code, { to: EMAIL, kind: 'reset', language: 'en' });
    await round(1);
    await round(1800);
    expect(await outbox(server)).toMatchObject([
      { status: 'dead', sealed: null },
      { status: 'dead', sealed: expect.any(String) },
    ]);
    await expect(admin(server, 'send-again', '1')).rejects.toThrow('its content has been deleted');
    expect(await admin(server, 'send-again', 'all')).toEqual(['Emails queued again: 1.']);
    await round(1500);
    mailServer.answer = () => null;
    await round(120);
    // The link lives half an hour from the mail that has arrived, as that mail says.
    const token = /token=(?:3D)?([\w-]{43})/.exec(mailServer.mails[0]?.raw.replace(/=\r\n/g, '') ?? '')?.[1] ?? '';
    server.clock.forward(1500);
    const reset = await server.api.resetPassword({ body: { token, password: 'seven tall giraffes' } });
    expect(reset.status).toBe(200);
  });

  it('is given up without an attempt if the server was away for as long, and can be sent again', async () => {
    const { server, mailServer, round } = await withRounds();
    await queue(server, notice, { ...notice, to: 'bob@example.com' });
    await linesOf(() => round(3 * DAY));
    const given = { status: 'dead', sealed: expect.any(String), last_error: 'ran out' };
    expect(await outbox(server)).toMatchObject([given, given]);
    expect(mailServer.tried()).toBe(0);
    expect(await admin(server, 'send-again', '2')).toEqual(['Emails queued again: 1.']);
    await round(1);
    expect(mailServer.mails.map(({ to }) => to)).toEqual([['bob@example.com']]);
    expect(await outbox(server)).toMatchObject([given, { status: 'sent', attempts: 1, last_error: null }]);
  });

  it('cannot be sent again by an invalid number', async () => {
    const server = await startServer();
    await expect(admin(server, 'send-again', '7')).rejects.toThrow('Cannot resend email 7');
    await expect(admin(server, 'send-again', 'one')).rejects.toThrow('neither a number listed by dead-letters nor all');
  });
});

describe('a mail that the recipient rejects', () => {
  it.each<Reply>([550, '550 5.1.1 User unknown', '552 5.2.2 Mailbox full', '553 5.1.3 Bad recipient address'])(
    'with %s is over at once; only the log reports it',
    async (reply) => {
      const { server, mailServer, round } = await withRounds();
      mailServer.answer = answering('RCPT TO', reply);
      const lines = await linesOf(async () => {
        await queue(server, notice);
        await round(0);
        expect(await outbox(server)).toMatchObject([{ status: 'dead', sealed: null }]);
        await round(DAY);
      });
      expect(lines).toEqual([]);
      expect(mailServer.tried()).toBe(1);
      expect(await admin(server, 'dead-letters')).toEqual([expect.stringContaining('given up  55')]);
      expect(await admin(server, 'send-again', 'all')).toEqual(['Emails queued again: 0.']);
    },
  );
});

describe('a mail that is sealed with another key', () => {
  it('is not sent, says why, and delays no other', async () => {
    const { server, mailServer, round } = await withRounds();
    await queue(server, notice, { ...notice, to: 'bob@example.com' });
    await server.context.db.updateTable('outbox').set({ sealed: 'of another key' }).where('id', '=', 1).execute();
    await round(0);
    expect(mailServer.mails.map(({ to }) => to)).toEqual([['bob@example.com']]);
    expect(await outbox(server)).toMatchObject([
      { status: 'dead', sealed: null, last_error: 'unreadable: sealed with another key' },
      { status: 'sent' },
    ]);
  });
});

describe('while the database takes no changes', () => {
  const refusing = (server: TestServer, error: () => Error) =>
    vi.spyOn(server.context.db, 'updateTable').mockImplementation(() => {
      throw error();
    });
  const diskFull = () => new StoreUnavailable('the disk is full');

  it('a mail that was sent is recorded as soon as it can be, so it is not sent twice', async () => {
    const { server, mailServer, round } = await withRounds();
    await queue(server, notice);
    mailServer.answer = () => {
      mailServer.answer = () => null;
      refusing(server, diskFull).mockImplementationOnce(() => {
        vi.mocked(server.context.db.updateTable).mockRestore();
        throw diskFull();
      });
      return null;
    };
    expect(await linesOf(() => round(0))).toEqual([]);
    expect(await outbox(server)).toMatchObject([{ status: 'sent' }]);
    await round(60);
    expect(mailServer.mails).toHaveLength(1);
  });

  it.each([
    ['for as long as a mail is leased', diskFull, 30_000, { error: 'StoreUnavailable', reason: 'the disk is full' }],
    ['for another reason', () => new TypeError('x'), 0, { error: 'TypeError' }],
  ])('%s, that is logged, and the mail becomes due again', async (_, error, ms, facts) => {
    const { server, mailServer, round } = await withRounds();
    await queue(server, notice);
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    mailServer.answer = () => {
      mailServer.answer = () => null;
      refusing(server, () => {
        vi.setSystemTime(Date.now() + ms);
        return error();
      });
      return null;
    };
    const lines = await linesOf(() => round(0));
    expect(lines).toMatchObject([{ event: 'mail could not be handled', kind: 'passwordChanged', ...facts }]);
    vi.mocked(server.context.db.updateTable).mockRestore();
    expect(await outbox(server)).toMatchObject([{ status: 'queued', attempts: 1 }]);
    await round(30);
    expect(await outbox(server)).toMatchObject([{ status: 'sent', attempts: 2 }]);
  });
});

describe('a mail whose content the database could not give', () => {
  it('is logged, and sent within seconds after the fault, as if it had not been tried', async () => {
    const { server, mailServer, round } = await withRounds();
    await addOwner(server, EMAIL);
    await queue(server, { to: EMAIL, kind: 'reset', language: 'en' });
    failCommits(server);
    const lines = await linesOf(() => round(0));
    const reason = 'the disk is full';
    expect(lines).toMatchObject([{ event: 'mail could not be handled', kind: 'reset', reason }]);
    expect([mailServer.tried(), await outbox(server)]).toMatchObject([0, [{ status: 'queued', attempts: 0 }]]);
    await round(2);
    expect(mailServer.mails).toHaveLength(1);
    expect(await outbox(server)).toMatchObject([{ status: 'sent', attempts: 1 }]);
  });
});

describe('a user and password with reserved URL characters', () => {
  it('authenticate at the mail server when they are percent-encoded', async () => {
    const { server, mailServer, round } = await withRounds({}, { needsLogin: true });
    await queue(server, notice);
    await round(0);
    expect(mailServer.mails).toHaveLength(1);
  });
});

describe('a mail server elsewhere that offers no TLS', () => {
  /** Not a loopback address by name, and yet this machine. */
  const elsewhere = (url: string) => url.replace('127.0.0.1', '0.0.0.0');

  it('is sent neither password nor mail; that is logged as a fault of the settings, and tried again', async () => {
    const { server, mailServer, round } = await withRounds({}, { needsLogin: true, smtpUrl: elsewhere });
    const lines = await linesOf(async () => {
      await queue(server, notice);
      await round(0);
      expect(await errorOf(server)).toMatch(/^50\d at STARTTLS$/);
    });
    const why = expect.stringContaining('STARTTLS');
    const event = 'mail cannot be sent, and is tried again';
    expect(lines).toEqual([expect.objectContaining({ event, why, change: expect.stringContaining('SMTP_URL') })]);
    expect(await outbox(server)).toMatchObject([{ status: 'queued', sealed: expect.any(String) }]);
    expect([mailServer.logins(), mailServer.tried(), mailServer.mails]).toEqual([0, 0, []]);
  });

  it.each(['?requireTLS=false', '?ignoreTLS=true'])('is sent mails where its URL allows it by %s', async (options) => {
    const { server, mailServer, round } = await withRounds({}, { smtpUrl: (url) => elsewhere(url) + options });
    await queue(server, notice);
    await round(0);
    expect(mailServer.mails).toHaveLength(1);
  });

  it('is sent nothing where its URL forbids it, on this machine too', async () => {
    const { server, mailServer, round } = await withRounds({}, { smtpUrl: (url) => `${url}?requireTLS=true` });
    await queue(server, notice);
    await round(0);
    expect(await errorOf(server)).toMatch(/^50\d at STARTTLS$/);
    expect(mailServer.tried()).toBe(0);
  });
});

describe('a mail server whose certificate is signed by itself', () => {
  const withTls = (smtpUrl: (url: string) => string) => withRounds({}, { offersTls: true, smtpUrl });

  it('is sent mails on this machine, over its TLS', async () => {
    const { server, mailServer, round } = await withTls((url) => url);
    await queue(server, notice);
    await round(0);
    expect(mailServer.mails).toHaveLength(1);
    expect(mailServer.overTls).toBe(1);
  });

  it.each([
    ['elsewhere', (url: string) => url.replace('127.0.0.1', '0.0.0.0')],
    ['where TLS is required', (url: string) => `${url}?requireTLS=true`],
    ['where certificates are checked', (url: string) => `${url}?tls.rejectUnauthorized=true`],
  ])('is sent nothing %s', async (_, smtpUrl) => {
    const { server, mailServer, round } = await withTls(smtpUrl);
    await queue(server, notice);
    await round(0);
    expect(await errorOf(server)).toMatch(/CERT.* at CONN$/);
    expect(mailServer.tried()).toBe(0);
  });
});
