import Cookies from 'universal-cookie';
import * as v from 'valibot';
import { AuthCookie, ConsentCookie, DeviceCookie, PasswordResetCookie, TwoFactorCookie } from '#contract/browser.ts';
import { AUTH_COOKIE_DAYS, DEVICE_COOKIE_DAYS } from '#domain/constants.ts';

const DAY = 24 * 60 * 60;

/** §3, L4: the product's cookies: URL-encoded JSON, Path=/, SameSite=Lax, Secure on https. */
export function createCookies(consentDays: number) {
  const jar = () => new Cookies();
  const options = { path: '/', sameSite: 'lax' as const, secure: location.protocol === 'https:' };

  /** Unreadable counts as absent. */
  function read<S extends v.GenericSchema>(name: string, schema: S): v.InferOutput<S> | null {
    const raw: unknown = jar().get(name, { doNotParse: true });
    if (typeof raw !== 'string') return null;
    try {
      const parsed = v.safeParse(schema, JSON.parse(raw));
      return parsed.success ? parsed.output : null;
    } catch {
      return null;
    }
  }
  const write = (name: string, value: object, days?: number) =>
    jar().set(name, JSON.stringify(value), days === undefined ? options : { ...options, maxAge: days * DAY });
  const remove = (name: string) => jar().remove(name, { path: '/' });

  return {
    auth: {
      read: () => read('auth', AuthCookie),
      /** §3: 30 days with remember_me, otherwise as long as the browser's session. */
      write: ({ user_id, user_token }: v.InferOutput<typeof AuthCookie>, remember: boolean) =>
        write('auth', { user_id, user_token }, remember ? AUTH_COOKIE_DAYS : undefined),
      exists: () => jar().get('auth', { doNotParse: true }) !== undefined,
      remove: () => remove('auth'),
    },
    twoFactor: {
      read: () => read('two_factor', TwoFactorCookie),
      write: (value: TwoFactorCookie) => write('two_factor', value),
      remove: () => remove('two_factor'),
    },
    device: {
      read: () => read('device', DeviceCookie),
      write: (fingerprint: string) => write('device', { fingerprint }, DEVICE_COOKIE_DAYS),
    },
    passwordReset: {
      read: () => read('extini', PasswordResetCookie),
      write: () => write('extini', { password_reset: 1 }),
    },
    consent: {
      /** The raw text is searched first: a value that contains 'consent:yes' is a consent (§4, L4). */
      read: (): ConsentCookie | null => {
        const raw: unknown = jar().get('consent', { doNotParse: true });
        if (typeof raw === 'string' && raw.includes('consent:yes'))
          return { cookie_consent: 1, cookie_analytics: 0, cookie_marketing: 0 };
        return read('consent', ConsentCookie);
      },
      write: (value: ConsentCookie) => write('consent', value, consentDays),
      /** L7: the third-party cookie is deleted. */
      removeForeign: () => remove('cc_cookie'),
    },
    /** Whether the browser keeps cookies at all. */
    work: () => {
      write('probe', {});
      const kept = jar().get('probe', { doNotParse: true }) !== undefined;
      remove('probe');
      return kept;
    },
  };
}
export type ProductCookies = ReturnType<typeof createCookies>;
