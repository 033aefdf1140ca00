import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mailTransport } from '#server/mail/transport.ts';
import { eventually } from '#tests/support/mailing.ts';
import { startMailServer } from '#tests/support/mailServer.ts';
import { production } from '#tests/support/production.ts';
import { startServer } from '#tests/support/server.ts';

const content = { subject: 'Hello', text: 'plain', html: '<p>rich</p>' };
const mailTo = (to: string, attempts = 1) => ({
  ...content,
  to,
  messageId: `<${to}>`,
  at: Date.parse('2025-03-05T12:00:00Z'),
  attempts,
});
const { signal } = new AbortController();

describe('a mail server', () => {
  async function withTransport(options = '') {
    const mailServer = await startMailServer();
    const { context } = await startServer({ SMTP_URL: mailServer.url + options });
    const transport = await mailTransport(context);
    onTestFinished(() => transport.close());
    return { mailServer, transport };
  }

  it('gets one mail after the other by one connection, which ends with the transport', async () => {
    const { mailServer, transport } = await withTransport();
    for (const to of ['ann@example.com', 'bob@example.com']) {
      expect(await transport.deliver(mailTo(to), signal)).toEqual({ kind: 'sent' });
    }
    expect(mailServer.mails.map(({ to }) => to)).toEqual([['ann@example.com'], ['bob@example.com']]);
    expect(mailServer.connections()).toEqual({ open: 1, all: 1 });
    transport.close();
    await eventually(() => expect(mailServer.connections().open).toBe(0));
  });

  it.each([
    ['the host of the pages', '', 'entry.example'],
    ['the name in its URL', '?name=mail.acme.example', 'mail.acme.example'],
  ])('is greeted in production by %s', async (_, options, greeting) => {
    const mailServer = await startMailServer();
    const { context } = await startServer({ ...production, SMTP_URL: mailServer.url + options });
    const transport = await mailTransport(context);
    onTestFinished(() => transport.close());
    expect(await transport.deliver(mailTo('ann@example.com'), signal)).toEqual({ kind: 'sent' });
    expect(mailServer.greetings).toEqual([greeting]);
  });

  it('gets forty mails at the same time; a further one waits for one of their connections', async () => {
    const { mailServer, transport } = await withTransport();
    const { promise: until, resolve: letGo } = Promise.withResolvers<void>();
    mailServer.answer = (stage) => (stage === 'RCPT TO' ? until : null);
    const outcomes = Array.from({ length: 41 }, (_, at) => transport.deliver(mailTo(`p${at}@example.com`), signal));
    await eventually(() => expect(mailServer.tried()).toBe(40));
    letGo();
    expect(await Promise.all(outcomes)).toEqual(outcomes.map(() => ({ kind: 'sent' })));
    expect(mailServer.connections().all).toBe(40);
  });

  it('is opened no more connections than its URL allows, over which every mail leaves', async () => {
    const { mailServer, transport } = await withTransport('?maxConnections=2');
    const outcomes = Array.from({ length: 5 }, (_, at) => transport.deliver(mailTo(`p${at}@example.com`), signal));
    expect(await Promise.all(outcomes)).toEqual(outcomes.map(() => ({ kind: 'sent' })));
    expect(mailServer.connections()).toEqual({ open: 2, all: 2 });
    expect(mailServer.mails).toHaveLength(5);
  });

  it('blames us, not the recipient, where it quotes our address as it has it, of an international domain too', async () => {
    const mailServer = await startMailServer();
    const { context } = await startServer({ SMTP_URL: mailServer.url });
    const { config } = context;
    const brand = { ...config.settings.brand, supportEmail: 'Hilfe@Müller.example' };
    const transport = await mailTransport({
      ...context,
      config: { ...config, settings: { ...config.settings, brand } },
    });
    onTestFinished(() => transport.close());
    mailServer.answer = (stage) =>
      stage === 'RCPT TO' ? '550 Cannot verify hilfe@xn--mller-kva.example: no such user' : null;
    expect(await transport.deliver(mailTo('ann@example.com'), signal)).toEqual({
      kind: 'ours',
      reason: '550 at RCPT TO',
    });
    mailServer.answer = (stage) => (stage === 'RCPT TO' ? '550 ann@example.com: no such user' : null);
    expect((await transport.deliver(mailTo('ann@example.com'), signal)).kind).toBe('recipient');
  });

  it('gets no content from a file or an address that a mail names', async () => {
    const { mailServer, transport } = await withTransport();
    const web = createServer((_request, response) => response.end('secret')).listen(0, '127.0.0.1');
    onTestFinished(() => void web.close());
    await once(web, 'listening');
    const href = `http://127.0.0.1:${(web.address() as AddressInfo).port}/`;
    for (const source of [{ path: import.meta.filename }, { href }]) {
      const outcome = await transport.deliver({ ...mailTo('ann@example.com'), text: source as never }, signal);
      expect(outcome.kind).not.toBe('sent');
    }
    expect(mailServer.mails).toEqual([]);
  });
});

describe('the local inbox', () => {
  it('takes mails as they are, refuses one sentinel address, and is busy for another at first', async () => {
    const { context } = await startServer();
    const transport = await mailTransport(context);
    const outcomeOf = (to: string, attempts?: number) => transport.deliver(mailTo(to, attempts), signal);
    const refused = { kind: 'recipient', reason: '550 at RCPT TO' };
    const busy = { kind: 'later', reason: '451 at RCPT TO' };
    expect(await outcomeOf('mail-refused@example.com')).toEqual(refused);
    expect(await outcomeOf('mail-late@example.com', 1)).toEqual(busy);
    expect(await outcomeOf('mail-late@example.com', 2)).toEqual(busy);
    expect(await context.db.selectFrom('inbox').selectAll().execute()).toEqual([]);
    for (const to of ['mail-late@example.com', 'ann@example.com']) {
      expect(await outcomeOf(to, 3)).toEqual({ kind: 'sent' });
    }
    const kept = await context.db.selectFrom('inbox').selectAll().orderBy('id').execute();
    const row = { ...content, at: Date.parse('2025-03-05T12:00:00Z') };
    expect(kept).toMatchObject([
      { ...row, recipient: 'mail-late@example.com' },
      { ...row, recipient: 'ann@example.com' },
    ]);
    transport.close();
  });
});
