import { describe, expect, it } from 'vitest';
import { waitAfter } from '#server/mail/delivery.ts';
import { type QueuedEmail, queueMail, ttlOf } from '#server/mail/outbox.ts';
import { recover } from '#server/platform/maintenance.ts';
import { settings } from '#settings';
import { deliverDue, eventually, outbox, queue, withMailServer, withRounds } from '../support/mailing.ts';
import { mailsTo } from '../support/people.ts';
import { startServer } from '../support/server.ts';

const EMAIL = 'ann@example.com';
const code: QueuedEmail = { to: EMAIL, kind: 'loginCode', language: 'en', values: { code: '012345' } };

describe('mails over SMTP', () => {
  it("are sent right after the commit, with text and HTML, from the brand's address", async () => {
    const { server, mailServer } = await withMailServer();
    await queue(server, code);
    await eventually(() => expect(mailServer.mails).toHaveLength(1));
    const [mail] = mailServer.mails;
    expect(mail).toMatchObject({ to: [EMAIL], from: 'support@ringwell.example' });
    expect(mail?.raw).toContain('Subject: Your Ringwell login code');
    expect(mail?.raw).toContain('text/plain');
    expect(mail?.raw).toContain('text/html');
    expect(mail?.raw).toContain('012345');
  });

  it('say in their headers who writes, to whom, and since when they wait, and that no person wrote them', async () => {
    const { server, mailServer, round } = await withRounds();
    mailServer.replies.push(451);
    await queue(server, code);
    await round(0);
    await round(7);
    const headers = mailServer.mails[0]?.raw.split('\r\n\r\n')[0]?.split('\r\n');
    const [mail] = await outbox(server);
    expect(headers).toEqual(
      expect.arrayContaining([
        'From: Ringwell <support@ringwell.example>',
        `To: ${EMAIL}`,
        'Date: Wed, 05 Mar 2025 12:00:00 +0000',
        `Message-ID: ${mail?.message_id}`,
        'Auto-Submitted: auto-generated',
      ]),
    );
  });

  it('are not sent when their transaction is rolled back', async () => {
    const { server, mailServer, round } = await withRounds();
    const undone = server.context.db.transaction().execute(async (tx) => {
      await queueMail(server.context, tx, code);
      throw new Error('taken back');
    });
    await expect(undone).rejects.toThrow('taken back');
    await round(1);
    expect(mailServer.tried()).toBe(0);
  });

  it('are stored encrypted until they are sent, and emptied afterwards', async () => {
    const { server, mailServer, round } = await withRounds();
    mailServer.replies.push(451);
    await queue(server, code);
    await round(0);
    expect((await outbox(server))[0]?.last_error).toBe('451 at RCPT TO');
    expect(JSON.stringify(await outbox(server))).not.toContain('012345');
    await round(7);
    expect(await outbox(server)).toMatchObject([{ status: 'sent', sealed: null, last_error: null }]);
  });

  it('are retried with growing delays, and keep their Message-ID', async () => {
    const { server, mailServer, round } = await withRounds();
    mailServer.replies.push(451, 451);
    await queue(server, code);
    await round(0);
    expect((await outbox(server))[0]?.last_error).toBe('451 at RCPT TO');
    const [{ message_id } = { message_id: '' }] = await outbox(server);
    await round(3);
    expect(mailServer.tried()).toBe(1);
    await round(4);
    expect(mailServer.tried()).toBe(2);
    await round(7);
    expect(mailServer.tried()).toBe(2);
    await round(6);
    expect(mailServer.mails.map(({ messageId }) => messageId)).toEqual([message_id]);
  });

  it('are retried after five seconds to an hour, ±20 %, and at most a twentieth of their lifetime', () => {
    const days = 3 * 86_400_000;
    expect(waitAfter(1, days, 0.5)).toBe(5000);
    expect(waitAfter(2, days, 0.5)).toBe(10_000);
    expect(waitAfter(30, days, 0.5)).toBe(3_600_000);
    expect([waitAfter(1, days, 0), waitAfter(1, days, 1)]).toEqual([4000, 6000]);
    expect(waitAfter(30, 600_000, 0.5)).toBe(30_000);
    expect(waitAfter(30, 5000, 0.5)).toBe(1000);
  });

  it('with a code are retried every half minute, ±20 %, however often they have failed', async () => {
    const { server, mailServer, round } = await withRounds();
    mailServer.replies.push(451);
    await queue(server, code);
    await server.context.db.updateTable('outbox').set({ attempts: 9 }).execute();
    await round(0);
    const [mail] = await outbox(server);
    const wait = (mail?.next_attempt_at ?? 0) - server.clock.now();
    expect(wait).toBeGreaterThanOrEqual(24_000);
    expect(wait).toBeLessThanOrEqual(36_000);
  });

  it('are given up after a permanent rejection', async () => {
    const { server, mailServer, round } = await withRounds();
    mailServer.replies.push(550);
    await queue(server, code);
    await round(0);
    expect(await outbox(server)).toMatchObject([{ status: 'dead', sealed: null, last_error: '550 at RCPT TO' }]);
    expect(mailServer.mails).toEqual([]);
  });

  it('are not sent with an expired code', async () => {
    const { server, mailServer, round } = await withRounds();
    mailServer.replies.push(451);
    await queue(server, code);
    await round(0);
    expect((await outbox(server))[0]?.last_error).toBe('451 at RCPT TO');
    await round(600);
    expect(await outbox(server)).toMatchObject([
      { status: 'dead', sealed: null, last_error: '451 at RCPT TO, until it ran out' },
    ]);
    expect(mailServer.tried()).toBe(1);
  });

  it('to one address keep their order and do not delay others', async () => {
    const { server, mailServer, round } = await withRounds();
    mailServer.replies.push(451);
    await queue(server, code);
    await round(0);
    expect((await outbox(server))[0]?.last_error).toBe('451 at RCPT TO');
    await queue(server, { ...code, kind: 'passwordChanged' }, { ...code, to: 'bob@example.com' });
    await round(0);
    expect(mailServer.mails.map(({ to }) => to[0])).toEqual(['bob@example.com']);
    await round(7);
    await round(0);
    expect(mailServer.mails).toHaveLength(3);
    const [, first, second] = mailServer.mails;
    expect(first?.raw).toContain('012345');
    expect(second?.raw).toContain('Your Ringwell password was changed');
  });

  it('are sent once by two concurrent mail workers', async () => {
    const { server, mailServer, round } = await withRounds();
    await queue(server, code);
    await Promise.all([round(0), round(0), round(0)]);
    expect((await outbox(server))[0]?.status).toBe('sent');
    expect(mailServer.mails).toHaveLength(1);
  });

  it('are sent again when their server crashed during delivery', async () => {
    const { server, mailServer, round } = await withRounds();
    await queue(server, code);
    const never = { deliver: () => new Promise<never>(() => {}), close() {} };
    void deliverDue(server, never);
    await eventually(async () => expect((await outbox(server))[0]?.attempts).toBe(1));
    await round(29);
    expect(mailServer.tried()).toBe(0);
    await round(1);
    expect(mailServer.mails).toHaveLength(1);
  });

  it('stay sent, whatever a delivery learns that ends after another server has sent them', async () => {
    const { server } = await withRounds();
    await queue(server, code);
    const deliver = async () => {
      await server.context.db.updateTable('outbox').set({ status: 'sent', sent_at: 1 }).execute();
      return { kind: 'recipient', reason: '550 at RCPT TO' } as const;
    };
    await deliverDue(server, { deliver, close() {} });
    expect(await outbox(server)).toMatchObject([{ status: 'sent', sent_at: 1, last_error: null }]);
  });

  it('are due immediately when a server killed during delivery restarts', async () => {
    const { server, mailServer, round } = await withRounds();
    await queue(server, code);
    const never = { deliver: () => new Promise<never>(() => {}), close() {} };
    void deliverDue(server, never);
    await eventually(async () => expect((await outbox(server))[0]?.attempts).toBe(1));
    await round(0);
    expect(mailServer.tried()).toBe(0);
    await recover(server.context.db, server.clock.now());
    await round(0);
    expect(mailServer.mails).toHaveLength(1);
  });

  it('are worth sending as long as what they carry: a code ten minutes, a link half an hour or a day, others three days', () => {
    const minutes = (kind: QueuedEmail['kind']) => ttlOf(kind, { settings }) / 60_000;
    expect((['loginCode', 'verificationCode', 'reset', 'confirmation'] as const).map(minutes)).toEqual([
      10, 10, 30, 1440,
    ]);
    for (const kind of ['invitation', 'passwordChanged', 'alreadyRegistered'] as const)
      expect(minutes(kind)).toBe(4320);
  });

  it('of one topic replace each other as long as they wait; others, and those that were sent, stay', async () => {
    const { server } = await withRounds();
    const { db } = server.context;
    await queue(server, { ...code, about: 1 });
    await db.updateTable('outbox').set({ status: 'sent' }).execute();
    await queue(server, { ...code, about: 2 }, { ...code, about: 1 }, code, {
      ...code,
      about: 1,
    });
    expect((await outbox(server)).map(({ topic, status }) => [topic, status])).toEqual([
      ['login 1', 'sent'],
      ['login 2', 'queued'],
      [null, 'queued'],
      ['login 1', 'queued'],
    ]);
  });

  it('have an identifier of their own, at the host of the pages', async () => {
    const { server } = await withRounds({ PUBLIC_URL: 'http://phone.example:8080' });
    await queue(server, code, { ...code, to: 'Bob@Example.COM' });
    const [one, other] = await outbox(server);
    for (const mail of [one, other]) expect(mail?.message_id).toMatch(/^<[\da-f]{32}@phone\.example>$/);
    expect(one?.message_id).not.toBe(other?.message_id);
    expect(other).toMatchObject({ recipient: 'bob@example.com', language: 'en', attempts: 0 });
    expect(other?.next_attempt_at).toBe(server.clock.now());
  });

  it('have no second recipient, whatever a name contains', async () => {
    const { server, mailServer, round } = await withRounds();
    const person = 'Eve\r\nBcc: bob@example.com\r\n\r\nhello';
    await queue(server, {
      to: EMAIL,
      kind: 'invitation',
      language: 'en',
      values: { person, link: { invitation: 'x' } },
    });
    await round(0);
    expect(mailServer.mails).toHaveLength(1);
    expect(mailServer.mails[0]?.to).toEqual([EMAIL]);
    expect(mailServer.mails[0]?.raw.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/im);
  });

  it('wait for a mail server that is down, without failing the request', async () => {
    const server = await startServer({ SMTP_URL: 'smtp://127.0.0.1:9' });
    expect((await server.api.requestReset({ body: { email: EMAIL } })).status).toBe(200);
    await queue(server, code);
    await eventually(async () => {
      const [, mail] = await outbox(server);
      expect(mail).toMatchObject({ status: 'queued', last_error: expect.stringMatching(/^E/) });
    });
  });
});

describe('the local inbox', () => {
  it('lists mails to an address, newest first, as JSON', async () => {
    const server = await startServer();
    await queue(server, code);
    await mailsTo(server, EMAIL);
    await queue(server, { ...code, kind: 'passwordChanged' }, { ...code, to: 'bob@example.com' });
    const mails = await mailsTo(server, 'Ann@Example.com');
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Your Ringwell password was changed',
      'Your Ringwell login code',
    ]);
    expect(Object.keys(mails[0] ?? {}).sort()).toEqual(['at', 'html', 'subject', 'text', 'to']);
    expect(mails[0]).toMatchObject({ to: EMAIL, at: '2025-03-05T12:00:00.000Z' });
    expect(((await (await server.request('/inbox.json')).json()) as unknown[]).length).toBe(3);
  });

  /** An inbox with an invitation, and below it a login code. */
  async function withTwoMails() {
    const server = await startServer();
    const person = '<img src=x onerror=alert(1)>';
    await queue(server, code, {
      to: EMAIL,
      kind: 'invitation',
      language: 'en',
      values: { person, link: { invitation: 'x' } },
    });
    await mailsTo(server, EMAIL);
    const pageOf = async (query = '', init?: RequestInit) => (await server.request(`/inbox${query}`, init)).text();
    const subjects = async (query = '') =>
      [...(await pageOf(query)).matchAll(/<article>.*?<strong>(.*?)<\/strong>/gs)].map(([, subject]) => subject);
    return { server, pageOf, subjects };
  }
  const codeSubject = 'Your Ringwell login code';

  it('lists them on a page beside one of them: the code is emphasised, links work, scripts do not run', async () => {
    const { server, pageOf } = await withTwoMails();
    const answer = await server.request(`/inbox?to=${EMAIL}&view=text`);
    const page = await answer.text();
    expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(page).toContain(`value="${EMAIL}"`);
    expect(page).toContain('<b class="code">012345</b>');
    expect(page).toContain('<a href="http://localhost:3000/login/?invitation=x">');
    expect(page).not.toContain('<img');
    expect(await pageOf('?mail=1&view=text')).toContain('<p class="code">012345</p>');
    expect(await pageOf('?mail=1')).toContain('<iframe src="/inbox/1"');
  });

  it('says in a few bytes whether anything has changed since the page was made, though a number comes again', async () => {
    const { server, pageOf } = await withTwoMails();
    const newest = async () => {
      const answer = await server.request('/inbox/newest');
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
      return answer.text();
    };
    const shown = await newest();
    expect(await pageOf('?q=nowhere')).toContain(`data-newest="${shown}"`);
    const { db } = server.context;
    const { id, ...mail } = await db
      .selectFrom('inbox')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    await db.deleteFrom('inbox').where('id', '=', id).execute();
    const before = await newest();
    await db
      .insertInto('inbox')
      .values({ ...mail, at: mail.at + 1 })
      .execute();
    expect(new Set([shown, before, await newest()]).size).toBe(3);
    await db.deleteFrom('inbox').execute();
    expect(await newest()).toBe('');
  });

  it('keeps to plain text from mail to mail', async () => {
    const { pageOf } = await withTwoMails();
    const links = (page: string) => [...page.matchAll(/<article><a href="([^"]*)"/g)].map(([, href]) => href);
    expect(links(await pageOf('?mail=1&view=text'))).toEqual([
      '/inbox?mail=2&amp;view=text',
      '/inbox?mail=1&amp;view=text',
    ]);
    expect(links(await pageOf('?mail=1'))).toEqual(['/inbox?mail=2', '/inbox?mail=1']);
  });

  it('shows a mail as HTML in a frame of its own, without scripts, with links that leave the frame', async () => {
    const { server } = await withTwoMails();
    const answer = await server.request('/inbox/1');
    expect(answer.headers.get('Content-Security-Policy')).toMatch(
      /default-src 'none'.*frame-ancestors 'self'; sandbox /,
    );
    expect(answer.headers.get('Content-Security-Policy')).not.toContain('allow-scripts');
    expect(await answer.text()).toMatch(/<base target="_blank">.*012345/s);
    for (const id of ['3', '0', 'x']) expect((await server.request(`/inbox/${id}`)).status).toBe(404);
  });

  it('searches address, subject and text, whatever the case, and says when nothing is found', async () => {
    const { pageOf, subjects } = await withTwoMails();
    expect(await subjects()).toHaveLength(2);
    for (const found of ['LOGIN code', '012345', 'share ann@example']) {
      expect(await subjects(`?${new URLSearchParams({ q: found })}`)).toEqual([codeSubject]);
    }
    expect(await pageOf('?q=%3Cnowhere%3E')).toContain('No email matches “&lt;nowhere&gt;”.');
  });

  it('deletes one mail or all of them, but not for a page of another origin', async () => {
    const { server, pageOf, subjects } = await withTwoMails();
    const remove = (mail: string, headers: Record<string, string> = {}) =>
      server.request('/inbox/delete', { method: 'POST', body: new URLSearchParams({ mail, q: 'code' }), headers });
    const foreign = await remove('all', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' });
    expect(foreign.status).toBe(403);
    expect(await subjects()).toHaveLength(2);
    const own = { Origin: 'http://localhost:3000' };
    const answer = await remove('2', own);
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/inbox?q=code']);
    expect(await subjects()).toEqual([codeSubject]);
    await remove('all', own);
    expect(await pageOf()).toContain('No emails yet.');
  });

  it('is not deleted from by a page of another site whose browser names no origin, and by no form without a mail', async () => {
    const { server, subjects } = await withTwoMails();
    const remove = (form: Record<string, string>, site: string) =>
      server.request('/inbox/delete', {
        method: 'POST',
        body: new URLSearchParams(form),
        headers: { 'Sec-Fetch-Site': site },
      });
    expect((await remove({ mail: 'all' }, 'cross-site')).status).toBe(403);
    const send = (headers: Record<string, string>, body: BodyInit) =>
      server.request('/inbox/delete', { method: 'POST', headers, body });
    const all = () => new URLSearchParams({ mail: 'all' });
    for (const Origin of ['https://evil.example', 'http://localhost:3001', 'null']) {
      expect((await send({ Origin }, all())).status).toBe(403);
    }
    expect((await send({ 'Content-Type': 'multipart/form-data' }, 'mail=all')).status).toBe(303);
    for (const form of [{}, { mail: 'x' }, { mail: '0' }]) await remove(form, 'same-origin');
    expect((await server.request('/inbox/delete', { method: 'POST', body: '{' })).status).toBe(303);
    expect(await subjects()).toHaveLength(2);
    const answer = await remove({ mail: '1' }, 'same-origin');
    expect(answer.headers.get('Location')).toBe('/inbox');
    expect(await subjects()).toHaveLength(1);
  });

  it('shows a hundred of many mails, the newest, and searches a thousand of them', async () => {
    const server = await startServer();
    const mails = Array.from({ length: 1_001 }, (_, at) => ({
      recipient: EMAIL,
      subject: `${at === 0 ? 'Lost' : at === 1 ? 'Found' : 'Mail'} ${at}`,
      text: '',
      html: '',
      at,
    }));
    await server.context.db.insertInto('inbox').values(mails).execute();
    const subjects = async (query: string) =>
      [...(await (await server.request(`/inbox${query}`)).text()).matchAll(/<strong>\w+ (\d+)/g)].map(([, at]) => at);
    const newest = mails.map((_, at) => String(1_000 - at)).slice(0, 100);
    expect(await subjects('')).toEqual(newest);
    expect(await subjects('?q=mail')).toEqual(newest);
    expect(await subjects(`?to=${EMAIL}`)).toEqual(newest);
    expect(await subjects('?to=bob@example.com')).toEqual([]);
    expect([await subjects('?q=found'), await subjects('?q=lost')]).toEqual([['1'], []]);
    const listed = await server.request('/inbox.json');
    expect(listed.headers.get('Cache-Control')).toBe('no-store');
    expect(await listed.json()).toHaveLength(100);
  });

  it('speaks the language of the browser', async () => {
    const { pageOf } = await withTwoMails();
    const german = await pageOf('', { headers: { 'Accept-Language': 'de' } });
    expect(german).toContain('<html lang="de">');
    expect(german).not.toContain('Delete');
  });

  it('is not available in production, nor where mails are sent by SMTP', async () => {
    const production = await startServer({
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://phone.example',
      SMTP_URL: 'smtp://127.0.0.1:9',
    });
    expect((await production.request('/inbox')).status).toBe(404);
    expect((await production.request('/inbox.json')).status).toBe(404);
    const sending = await startServer({ SMTP_URL: 'smtp://127.0.0.1:9' });
    expect((await sending.request('/inbox.json')).status).toBe(404);
  });

  it('rejects mails to one sentinel address, and delays those to another', async () => {
    const server = await startServer();
    await queue(server, { ...code, to: 'mail-refused@example.com' }, { ...code, to: 'mail-late@example.com' });
    const late = async () => (await outbox(server))[1];
    await eventually(async () => {
      expect((await outbox(server))[0]?.status).toBe('dead');
      expect(await late()).toMatchObject({ status: 'queued', attempts: 1, last_error: '451 at RCPT TO' });
    });
    server.clock.forward(6);
    server.context.wakeMail();
    await eventually(async () => {
      expect(await late()).toMatchObject({ status: 'queued', attempts: 2 });
      // An attempt counts from its beginning; it is over once the next one is due, earlier than its lease would end.
      expect((await late())?.next_attempt_at).toBeLessThanOrEqual(server.context.now() + 12_000);
    });
    server.clock.forward(12);
    server.context.wakeMail();
    await eventually(async () => expect(await late()).toMatchObject({ status: 'sent', attempts: 3 }));
  });
});
