import type { Session } from '#contract/session.ts';
import type { SsoProvider } from '#domain/constants.ts';
import type { TestServer } from './server.ts';
import { type FinalResponse, formOf, newVisitor, type Visitor } from './visitor.ts';

/** A person at a local provider, as the fields of the choice page. */
export const providerPerson = (email: string, more: { isVerified?: 'on' | undefined; hasSecondFactor?: 'on' } = {}) => {
  const form = { sample: 'else', firstName: 'Nora', lastName: 'New', email, isVerified: 'on', ...more };
  return Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined)) as Record<string, string>;
};

/** A browser that stops at the app's own pages. */
export const atTheApp = ({ context }: TestServer): Visitor =>
  newVisitor((url) => url.origin === context.config.publicUrl && !url.pathname.startsWith('/v1/'));

export const fromLogin = (provider: string, locale = 'en') => `/v1/phone/sso/connect/${provider}?locale=${locale}`;
export const fromSignup = (provider: string, locale = 'en') =>
  `/v1/phone/registrations/sso/${provider}/connect?locale=${locale}`;

/** From one of our two addresses to the provider's choice page. */
export const toChoice = ({ context }: TestServer, visitor: Visitor, path: string): Promise<FinalResponse> =>
  visitor.go(context.config.publicUrl + path);

/** The whole way: to the provider, the choice of a person, and back to a page of the app. */
export async function signOn(
  server: TestServer,
  visitor: Visitor,
  path: string,
  chosen: Record<string, string>,
): Promise<URL> {
  const choice = await toChoice(server, visitor, path);
  return sendForm(visitor, await visitor.go(choice.url, chosen));
}

/** Submits a page's self-submitting form, if the provider responds with one; the next page may have another. */
export async function sendForm(visitor: Visitor, stop: FinalResponse): Promise<URL> {
  if (!stop.text.includes('document.forms[0].submit()')) return stop.url;
  const { action, fields } = formOf(stop.text);
  return sendForm(visitor, await visitor.go(action, fields));
}

/** A cookie with JSON as the page reads it; null if it is missing. */
export function cookieOf<T = Session>(visitor: Visitor, name: string): T | null {
  const value = visitor.cookies('localhost').get(name);
  return value === undefined ? null : (JSON.parse(decodeURIComponent(value)) as T);
}

/** The cookies that bind sign-ons to the browser, one for each. */
export const flowCookies = (visitor: Visitor): [name: string, value: string][] =>
  [...visitor.cookies('localhost')].filter(([name]) => name.startsWith('sso-'));

/** The state parameter that was sent to the provider. */
export const stateOf = (stop: { url: URL }): string => stop.url.searchParams.get('state') ?? '';

export const providers: readonly SsoProvider[] = ['google', 'apple', 'azure'];
