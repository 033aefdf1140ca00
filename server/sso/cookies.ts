import { serialize } from 'hono/utils/cookie';
import { cookieNames } from '#contract/browser.ts';
import type { Session } from '#contract/session.ts';
import type { Config } from '../platform/config.ts';

/*
 * Cookies that the page writes itself after a login with a password. After single sign-on the API's response sets them,
 * on the host that it shares with the page, so that no token appears in a URL.
 */

const TWO_FACTOR_TTL_S = 600;

const line = ({ publicUrl }: Config, name: string, value: object, age: { maxAge?: number } = {}): string =>
  serialize(name, JSON.stringify(value), {
    path: '/',
    secure: publicUrl.startsWith('https:'),
    sameSite: 'Lax',
    ...age,
  });

/** A session cookie. */
export const authCookie = (config: Config, { user_id, user_token }: Session): string =>
  line(config, cookieNames.auth, { user_id, user_token });

/** The cookie of a login that requires a code, for the page that asks for it. */
export const twoFactorCookie = (config: Config, { nonce, email }: { nonce: string; email: string }): string =>
  line(config, cookieNames.twoFactor, { nonce, email, remember_me: false }, { maxAge: TWO_FACTOR_TTL_S });
