import type { Session } from '#contract/session.ts';
import type { SsoProvider } from '#domain/constants.ts';
import type { TestServer } from './server.ts';
import { formOf, newVisitor, type Stop, type Visitor } from './visitor.ts';

/** Somebody at a local provider, as the page of choice takes them. */
export const somebody = (email: string, more: { isVerified?: 'on' | undefined; hasSecondFactor?: 'on' } = {}) => {
  const form = { sample: 'else', firstName: 'Nora', lastName: 'New', email, isVerified: 'on', ...more };
  return Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined)) as Record<string, string>;
};

/** A browser that stops where the app's own pages begin. */
export const atTheApp = ({ context }: TestServer): Visitor =>
  newVisitor((url) => url.origin === context.config.publicUrl && !url.pathname.startsWith('/v1/'));

export const fromLogin = (provider: string, locale = 'en') => `/v1/phone/sso/connect/${provider}?locale=${locale}`;
export const fromSignup = (provider: string, locale = 'en') =>
  `/v1/phone/registrations/sso/${provider}/connect?locale=${locale}`;

/** From one of our two addresses to the provider's page of choice. */
export const toChoice = ({ context }: TestServer, visitor: Visitor, path: string): Promise<Stop> =>
  visitor.go(context.config.publicUrl + path);

/** The whole way: to the provider, somebody chosen, and back to a page of the app. */
export async function signOn(
  server: TestServer,
  visitor: Visitor,
  path: string,
  chosen: Record<string, string>,
): Promise<URL> {
  const choice = await toChoice(server, visitor, path);
  return sendForm(visitor, await visitor.go(choice.url, chosen));
}

/** Where a provider answers by a form that sends itself, sends it; the next page may be another one. */
export async function sendForm(visitor: Visitor, stop: Stop): Promise<URL> {
  if (!stop.text.includes('document.forms[0].submit()')) return stop.url;
  const { action, fields } = formOf(stop.text);
  return sendForm(visitor, await visitor.go(action, fields));
}

/** What the page would find in a cookie that holds JSON; null when it is not there. */
export function cookieOf<T = Session>(visitor: Visitor, name: string): T | null {
  const value = visitor.cookies('localhost').get(name);
  return value === undefined ? null : (JSON.parse(decodeURIComponent(value)) as T);
}

/** What binds the browser's sign-ons to it: a cookie for each. */
export const flowCookies = (visitor: Visitor): [name: string, value: string][] =>
  [...visitor.cookies('localhost')].filter(([name]) => name.startsWith('sso-'));

/** The state that our side sent along to a provider. */
export const stateOf = (stop: { url: URL }): string => stop.url.searchParams.get('state') ?? '';

export const providers: readonly SsoProvider[] = ['google', 'apple', 'azure'];
