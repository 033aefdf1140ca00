import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import type { Context } from '../context.ts';
import { escapeHtml } from './letter.ts';

/** Mails shown on one page. */
const SHOWN = 100;

/** P5: the local mailbox, where mails arrive that no mail server takes. Mounted in local mode only. */
export function mountInbox(app: Hono, context: Context): void {
  const { db } = context;
  const mailsTo = (to: string | undefined) => {
    const all = db.selectFrom('inbox').selectAll().orderBy('id', 'desc').limit(SHOWN);
    return (to ? all.where('recipient', '=', to.trim().toLowerCase()) : all).execute();
  };

  app.get('/inbox.json', async (c) => {
    const mails = await mailsTo(c.req.query('to'));
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
    const to = c.req.query('to') ?? '';
    const mails = await mailsTo(to);
    c.header('Cache-Control', 'no-store');
    c.header(
      'Content-Security-Policy',
      `default-src 'none'; style-src '${styleHash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    );
    return c.html(inboxPage(context.config.settings.brand.name, to, mails));
  });
}

type Mail = { recipient: string; subject: string; text: string; at: number };

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1rem; }
form { display: flex; gap: .5rem; align-items: end; margin-block: 1rem; flex-wrap: wrap; }
label { display: grid; gap: .25rem; flex: 1 1 16rem; }
input, button { font: inherit; padding: .5rem .75rem; min-block-size: 2.75rem; }
article { border-block-start: 1px solid; padding-block: 1rem; overflow-wrap: anywhere; }
h2 { font-size: 1.125rem; margin: 0; }
.meta { margin: 0; opacity: .75; }
.code { font-size: 2rem; font-weight: 700; letter-spacing: .2em; font-variant-numeric: tabular-nums; margin-block: .5rem; }
`;
const styleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`;

const inboxPage = (brand: string, to: string, mails: readonly Mail[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Inbox · ${escapeHtml(brand)}</title><style>${style}</style></head>
<body><main><h1>Inbox</h1>
<p>Mails that this local server would send. Newest first.</p>
<form action="/inbox" role="search"><label>Address <input name="to" type="search" value="${escapeHtml(to)}"></label><button>Show</button></form>
${mails.length ? mails.map(article).join('\n') : '<p role="status">No mail yet. Reload this page after asking for one.</p>'}
</main></body></html>`;

function article({ recipient, subject, text, at }: Mail): string {
  const sentAt = new Date(at).toISOString();
  return `<article><h2>${escapeHtml(subject)}</h2>
<p class="meta">to ${escapeHtml(recipient)} · <time datetime="${sentAt}">${sentAt.slice(0, 19).replace('T', ' ')} UTC</time></p>
${text.split('\n\n').map(paragraph).join('\n')}</article>`;
}

/** A line of a mail: a code stands out, an address can be followed. */
function paragraph(line: string): string {
  if (/^\d{6}$/.test(line)) return `<p class="code">${line}</p>`;
  const linked = escapeHtml(line).replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`);
  return `<p>${linked}</p>`;
}
