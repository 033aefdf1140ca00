import { html } from 'hono/html';
import { htmlPage } from '../http/htmlPage.ts';
import type { App } from '../http/serve.ts';
import { emailKey } from '../login/emailKey.ts';
import type { ServerContext } from '../platform/context.ts';

/** Maximum number of mails on the page. */
const MAX_SHOWN = 100;

/** The local inbox, which receives mails if there is no mail server. Mounted in local mode only. */
export function mountInbox(app: App, { db }: Pick<ServerContext, 'db'>): void {
  const mailsTo = (to: string) => {
    const newest = db.selectFrom('inbox').selectAll().orderBy('id', 'desc').limit(MAX_SHOWN);
    return (to ? newest.where('recipient', '=', to) : newest).execute();
  };
  const recipientOf = (to = '') => emailKey(to);

  app.get('/inbox.json', async (c) => {
    const mails = await mailsTo(recipientOf(c.req.query('to')));
    c.header('Cache-Control', 'no-store');
    return c.json(
      mails.map(({ recipient, subject, text, html, at }) => ({
        to: recipient,
        subject,
        text,
        html,
        at: new Date(at).toISOString(),
      })),
    );
  });

  app.get('/inbox', async (c) => {
    const to = recipientOf(c.req.query('to'));
    return inboxPage(to, await mailsTo(to));
  });
}

type Mail = { recipient: string; subject: string; text: string; at: number };

const inboxPage = (to: string, mails: readonly Mail[]): Response =>
  htmlPage({
    language: 'en',
    title: 'Inbox',
    body: html`<p>Emails sent by this local server, newest first.</p>
<form action="/inbox" role="search"><label>Sent to <input name="to" type="search" value="${to}"></label> <button>Show</button></form>
${mails.length ? mails.map(article) : html`<p>No emails yet. Reload this page after you request one.</p>`}`,
  });

function article({ recipient, subject, text, at }: Mail) {
  const sentAt = new Date(at).toISOString();
  return html`<article><hr><h2>${subject}</h2>
<p>To ${recipient}, <time datetime="${sentAt}">${sentAt.slice(0, 19).replace('T', ' ')} UTC</time></p>
${text.split('\n\n').map(paragraph)}</article>`;
}

/** A paragraph of a mail: codes are emphasised, URLs are links. */
function paragraph(text: string) {
  if (/^\d{6}$/.test(text)) return html`<p class="code">${text}</p>`;
  const parts = text.split(/(https?:\/\/\S+)/);
  return html`<p>${parts.map((part) => (/^https?:/.test(part) ? html`<a href="${part}">${part}</a>` : part))}</p>`;
}
