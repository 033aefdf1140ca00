import { html } from 'hono/html';
import { formatMoment } from '#domain/calendar.ts';
import type { Language } from '#domain/constants.ts';
import { htmlPage, type Markup } from '../http/htmlPage.ts';
import type { PageBrand } from '../http/pageBrand.ts';
import { type MessageDescriptor, translate, type Values } from '../messages/translate.ts';
import type { InboxTable } from '../store/tables/mail.ts';
import { inboxScript, inboxStyle } from './inboxStyle.ts';

/** A mail of the inbox, as it is read. */
type Mail = Omit<InboxTable, 'id'> & { id: number };

type Inbox = {
  brand: PageBrand;
  /** The state of the inbox, with which the page compares later ones. */
  newest: string;
  query: string;
  mails: readonly Mail[];
  /** The mail that was chosen; null: none, and the newest is shown where there is room beside the list. */
  openId: number | null;
  view: 'html' | 'text';
};

const message = {
  title: /*i18n*/ { id: 'Inbox' },
  lead: /*i18n*/ { id: 'Every email that this local server sends arrives here.' },
  list: /*i18n*/ { id: 'Emails' },
  search: /*i18n*/ { id: 'Search emails' },
  none: /*i18n*/ { id: 'No emails yet. Each one appears here as soon as it is sent.' },
  noMatch: /*i18n*/ { id: 'No email matches “{query}”.' },
  showAll: /*i18n*/ { id: 'Show all emails' },
  to: /*i18n*/ { id: 'To {recipient}' },
  text: /*i18n*/ { id: 'Plain text' },
  html: /*i18n*/ { id: 'HTML' },
  delete: /*i18n*/ { id: 'Delete email' },
  deleteAll: /*i18n*/ { id: 'Delete all emails' },
  back: /*i18n*/ { id: 'Back to inbox' },
  arrived: /*i18n*/ { id: 'Show new emails' },
};

/** List and preview side by side; on a phone the list, or the mail that was chosen. */
export function inboxPage(language: Language, inbox: Inbox): Response {
  const say = (descriptor: MessageDescriptor, values?: Values) => translate(language, descriptor, values);
  const { brand, mails, query, openId } = inbox;
  const chosen = mails.find(({ id }) => id === openId);
  const open = chosen ?? mails[0];
  return htmlPage({
    language,
    title: say(message.title),
    layout: 'wide',
    brand,
    style: inboxStyle,
    script: inboxScript,
    connects: ["'self'"],
    frames: ["'self'"],
    body: html`<p class="soft">${say(message.lead)}</p>
<div class="${chosen ? 'mailbox is-chosen' : 'mailbox'}">
<section class="mails" aria-label="${say(message.list)}">
<form action="/inbox" role="search"><label><span class="hidden">${say(message.search)}</span>
<input name="q" type="search" value="${query}" placeholder="${say(message.search)}" autocomplete="off"></label></form>
<p role="status"><a class="arrived" href="/inbox" data-newest="${inbox.newest}" hidden>${say(message.arrived)}</a></p>
${mails.length > 0 ? html`<ol>${mails.map((mail) => entry(mail, mail === open))}</ol>` : nothing()}
${mails.length > 0 ? deletion('all', say(message.deleteAll)) : ''}
</section>
${open ? preview(open) : ''}
</div>`,
  });

  function nothing(): Markup {
    return query
      ? html`<p>${say(message.noMatch, { query })} <a href="/inbox">${say(message.showAll)}</a></p>`
      : html`<p>${say(message.none)}</p>`;
  }

  function entry(mail: Mail, isOpen: boolean): Markup {
    const code = codeIn(mail.text);
    const address = addressOf({ mail: String(mail.id), ...(inbox.view === 'text' && { view: 'text' }) });
    return html`<li><article><a href="${address}"${isOpen ? html` aria-current="true"` : ''}>
<strong>${mail.subject}</strong>
<small>${recipient(mail)}</small>
<small>${moment(mail.at)}</small>
${code ? html`<b class="code">${code}</b>` : ''}</a></article></li>`;
  }

  function preview(mail: Mail): Markup {
    return html`<section class="mail" aria-labelledby="subject">
<p class="back"><a href="${addressOf({})}">${say(message.back)}</a></p>
<h2 id="subject">${mail.subject}</h2>
<p class="soft">${recipient(mail)}<br>${moment(mail.at)}</p>
<div class="tools">
<p class="views">${(['html', 'text'] as const).map(
      (view) =>
        html`<a href="${addressOf({ mail: String(mail.id), view })}"${inbox.view === view ? html` aria-current="true"` : ''}>${say(message[view])}</a>`,
    )}</p>
${deletion(String(mail.id), say(message.delete))}
</div>
${
  inbox.view === 'text'
    ? html`<div class="text">${mail.text.split('\n\n').map(paragraph)}</div>`
    : html`<iframe src="/inbox/${mail.id}" title="${mail.subject}" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
}
</section>`;
  }

  function deletion(mail: string, label: string): Markup {
    return html`<form action="/inbox/delete" method="post"><input type="hidden" name="q" value="${query}"><button class="delete" name="mail" value="${mail}">${label}</button></form>`;
  }

  /** A long address breaks after its @. */
  function recipient(mail: Mail): Markup {
    const [before = '', after = ''] = say(message.to, { recipient: mail.recipient }).split(/(?<=@)(?=[^@]*$)/);
    return html`${before}<wbr>${after}`;
  }

  /** The time on this machine, on which a local server runs. */
  function moment(at: number): Markup {
    const instant = new Date(at).toISOString();
    return html`<time datetime="${instant}">${formatMoment(instant, 'system', language)}</time>`;
  }

  function addressOf(change: Record<string, string>): string {
    const search = String(new URLSearchParams({ ...(query && { q: query }), ...change }));
    return search ? `/inbox?${search}` : '/inbox';
  }
}

/** The mail as it was sent, for the frame beside the list: without scripts, and its links open in a new tab. */
export const mailDocument = (mail: string): Response =>
  new Response(mail.replace('<head>', '<head><base target="_blank">'), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    },
  });

const codeIn = (text: string): string | undefined => /^\d{6}$/m.exec(text)?.[0];

/** A paragraph of a mail: codes are emphasised, URLs are links. */
function paragraph(text: string): Markup {
  if (/^\d{6}$/.test(text)) return html`<p class="code">${text}</p>`;
  const parts = text.split(/(https?:\/\/\S+)/);
  return html`<p>${parts.map((part) => (/^https?:/.test(part) ? html`<a href="${part}">${part}</a>` : part))}</p>`;
}
