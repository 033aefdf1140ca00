import type { Context as Request } from 'hono';
import { spellings } from '#domain/searchText.ts';
import { apiError } from '../http/errors.ts';
import { errorResponse } from '../http/guards.ts';
import { pageBrand } from '../http/pageBrand.ts';
import { rowId } from '../http/rowId.ts';
import type { App } from '../http/serve.ts';
import { visitorLanguage } from '../http/visitorLanguage.ts';
import { emailKey } from '../login/emailKey.ts';
import type { ServerContext } from '../platform/context.ts';
import { inboxPage, mailDocument } from './inboxPage.ts';

/** Maximum number of mails on the page, and among which a search looks. */
const MAX_SHOWN = 100;
const MAX_SEARCHED = 1_000;

/** The local inbox, which receives mails if there is no mail server. Mounted in local mode only. */
export function mountInbox(app: App, { db, config }: Pick<ServerContext, 'db' | 'config'>): void {
  const mailsTo = (to: string, limit = MAX_SHOWN) => {
    const newest = db.selectFrom('inbox').selectAll().orderBy('id', 'desc').limit(limit);
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

  /** Another text for each state of the inbox: a number alone may come back once its mail is deleted. */
  const newest = async () => {
    const mail = await db.selectFrom('inbox').select(['id', 'at']).orderBy('id', 'desc').limit(1).executeTakeFirst();
    return mail ? `${mail.id} ${mail.at}` : '';
  };

  app.get('/inbox/newest', async (c) => c.text(await newest(), 200, { 'Cache-Control': 'no-store' }));

  /** `q` is searched in address, subject and text; `to` is one address, as for /inbox.json. */
  app.get('/inbox', async (c) => {
    const { q = '', to, mail, view } = c.req.query();
    // Read before the mails: one that comes between is found by the page's next look.
    const shown = await newest();
    const words = spellings(q)[0]?.split(' ') ?? [];
    const found = (await mailsTo(recipientOf(to), MAX_SEARCHED)).filter((one) => {
      const text = spellings(`${one.recipient} ${one.subject} ${one.text}`).join(' ');
      return words.every((word) => text.includes(word));
    });
    const language = visitorLanguage(c, config);
    return inboxPage(language, {
      brand: pageBrand(config, language),
      newest: shown,
      query: q || (to ?? ''),
      mails: found.slice(0, MAX_SHOWN),
      openId: mail === undefined ? null : Number(mail),
      view: view === 'text' ? 'text' : 'html',
    });
  });

  app.get('/inbox/:id', async (c) => {
    const id = rowId(c.req.param('id'));
    const mail = id && (await db.selectFrom('inbox').select('html').where('id', '=', id).executeTakeFirst());
    return mail ? mailDocument(mail.html) : c.notFound();
  });

  app.post('/inbox/delete', async (c) => {
    if (isForeign(c)) return errorResponse(c, config, apiError('notAllowed'));
    const form = await c.req.parseBody().catch(() => ({}) as Record<string, string>);
    const id = rowId(String(form['mail']));
    if (id) await db.deleteFrom('inbox').where('id', '=', id).execute();
    else if (form['mail'] === 'all') await db.deleteFrom('inbox').execute();
    const q = String(form['q'] ?? '');
    return c.redirect(q ? `/inbox?${new URLSearchParams({ q })}` : '/inbox', 303);
  });
}

/** Whether a page of another origin has sent the form. */
function isForeign({ req }: Request): boolean {
  const origin = req.header('Origin');
  if (origin === undefined) return req.header('Sec-Fetch-Site') === 'cross-site';
  return origin !== new URL(req.url).origin;
}
