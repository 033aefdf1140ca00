import type { Context as Request } from 'hono';
import { html } from 'hono/html';
import { parseAccept } from 'hono/utils/accept';
import { translate } from '../messages/translate.ts';
import type { Config } from '../platform/config.ts';
import { type ApiError, errorBody } from './errors.ts';
import { htmlPage } from './htmlPage.ts';
import { pageAddress } from './links.ts';
import { pageBrand } from './pageBrand.ts';
import { visitorLanguage } from './visitorLanguage.ts';

const texts = {
  logIn: /*i18n*/ { id: 'Log in' },
  signUp: /*i18n*/ { id: 'Sign up' },
};

/** Which of the two response formats the client prefers; null if it names neither. */
const preferred = ({ req }: Request): string | null =>
  parseAccept(req.header('Accept') ?? '').find(({ type }) => type === 'text/html' || type === 'application/json')
    ?.type ?? null;

/**
 * Whether a browser shows the response to a person, as after a link or a form. Browsers declare this in Sec-Fetch-Mode;
 * older ones are recognised by Accept. All other clients get JSON.
 */
export function isNavigation(request: Request): boolean {
  const mode = request.req.header('Sec-Fetch-Mode');
  return mode === undefined ? preferred(request) === 'text/html' : mode === 'navigate';
}

/** Whether the client explicitly requests JSON: a redirect to a page would be useless to it. */
export const prefersJson = (request: Request): boolean =>
  !isNavigation(request) && preferred(request) === 'application/json';

/** An API error as a page in the visitor's language, with links to continue. */
export function errorPage(request: Request, config: Config, error: ApiError): Response {
  const language = visitorLanguage(request, config);
  const address = (page: 'login' | 'registration') => pageAddress(config.publicUrl, page, language);
  return htmlPage({
    language,
    title: errorBody(error, language).message,
    status: error.status,
    brand: pageBrand(config, language),
    body: html`<p class="ways"><a href="${address('login')}" class="go">${translate(language, texts.logIn)}</a>
<a href="${address('registration')}">${translate(language, texts.signUp)}</a></p>`,
  });
}
