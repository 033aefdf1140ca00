import type { BrowserContext, Cookie } from 'playwright/test';
import { until } from './server.ts';

/*
 * A page writes and deletes its cookies when it is hydrated, or just after the address and the text that a test waits
 * for. So a test polls for the state that it means.
 */

/** The names of all cookies. */
export const cookieNames = async (context: BrowserContext): Promise<string[]> =>
  (await context.cookies()).map(({ name }) => name);

/** A cookie by its name; `undefined` if there is none. */
export const findCookie = async (context: BrowserContext, name: string): Promise<Cookie | undefined> =>
  (await context.cookies()).find((cookie) => cookie.name === name);

/** The cookie of this name, as soon as there is one. */
export const waitForCookie = (context: BrowserContext, name: string): Promise<Cookie> =>
  until(() => findCookie(context, name), `the cookie ${name}`);
