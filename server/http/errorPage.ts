import type { Context as Request } from 'hono';
import { html } from 'hono/html';
import { parseAccept } from 'hono/utils/accept';
import { type MessageDescriptor, translate } from '../messages/translate.ts';
import type { Config } from '../platform/config.ts';
import { htmlPage } from './htmlPage.ts';
import { pageAddress } from './links.ts';
import { visitorLanguage } from './visitorLanguage.ts';

const texts = {
  logIn: /*i18n*/ { id: 'Log in' },
  signUp: /*i18n*/ { id: 'Sign up' },
};

/** Which of the two forms of an answer the client names first; null where it names neither. */
const preferred = ({ req }: Request): string | null =>
  parseAccept(req.header('Accept') ?? '').find(({ type }) => type === 'text/html' || type === 'application/json')
    ?.type ?? null;

/**
 * Whether a browser shows the answer to a person, as after a link or a form. Browsers say so in Sec-Fetch-Mode; an old
 * one is known by what it accepts. Every other client reads JSON.
 */
export function isNavigation(request: Request): boolean {
  const mode = request.req.header('Sec-Fetch-Mode');
  return mode === undefined ? preferred(request) === 'text/html' : mode === 'navigate';
}

/** Whether a program asks for JSON by name: a redirect to a page would tell it nothing. */
export const prefersJson = (request: Request): boolean =>
  !isNavigation(request) && preferred(request) === 'application/json';

/** An error of the API as a page in the visitor's language, with a way on. */
export function errorPage(request: Request, config: Config, message: MessageDescriptor, status: number): Response {
  const language = visitorLanguage(request, config);
  const address = (page: 'login' | 'registration') => pageAddress(config.publicUrl, page, language);
  return htmlPage({
    language,
    title: translate(language, message),
    status,
    body: html`<p class="ways"><a href="${address('login')}">${translate(language, texts.logIn)}</a>
<a href="${address('registration')}">${translate(language, texts.signUp)}</a></p>`,
  });
}
