import * as v from 'valibot';
import {
  AuthCookie,
  ConsentCookie,
  DeviceCookie,
  cookieNames as names,
  PasswordResetCookie,
  TwoFactorCookie,
} from '#contract/browser.ts';
import { AUTH_COOKIE_DAYS, DEVICE_COOKIE_DAYS } from '#domain/constants.ts';
import { cookieValues, deleteCookie, deleteForeign, deleteOthers, setCookie } from './cookieJar.ts';
import { createRejectedTokens } from './rejectedTokens.ts';
import type { KeyValueStore } from './storage.ts';

const DAY = 24 * 60 * 60;

/**
 * §3: the product's cookies: URL-encoded JSON, Path=/, SameSite=Lax, Secure on https. An unreadable cookie counts as
 * absent; of several readable ones with the same name the last is used, which is ours. `tab` is the session storage.
 */
export function createCookies(consentDays: number, tab: KeyValueStore) {
  const rejected = createRejectedTokens(tab);

  const readable = <S extends v.GenericSchema>(name: string, schema: S): v.InferOutput<S>[] =>
    cookieValues(name).flatMap((text) => parsed(text, schema) ?? []);
  const write = (name: string, value: object, days?: number) =>
    setCookie(name, JSON.stringify(value), days === undefined ? undefined : days * DAY);

  /**
   * A cookie that holds a token. A token that was rejected, or remains after its cookie was deleted, is not read again.
   */
  function bearing<S extends v.GenericSchema>(name: string, schema: S, tokenOf: (value: v.InferOutput<S>) => string) {
    const reject = (value: v.InferOutput<S>) => rejected.add(tokenOf(value));
    return {
      read: () => readable(name, schema).findLast((value) => !rejected.has(tokenOf(value))) ?? null,
      exists: () => cookieValues(name).length > 0,
      reject,
      remove: () => {
        deleteCookie(name);
        deleteOthers(name);
        readable(name, schema).forEach(reject);
      },
    };
  }

  return {
    auth: {
      ...bearing(names.auth, AuthCookie, ({ user_token }) => user_token),
      /** §3: 30 days with remember_me, otherwise until the browser is closed. */
      write: ({ user_id, user_token }: AuthCookie, remember: boolean) =>
        write(names.auth, { user_id, user_token }, remember ? AUTH_COOKIE_DAYS : undefined),
    },
    twoFactor: {
      ...bearing(names.twoFactor, TwoFactorCookie, ({ nonce }) => nonce),
      write: (value: TwoFactorCookie) => write(names.twoFactor, value),
    },
    device: {
      read: () => readable(names.device, DeviceCookie).at(-1) ?? null,
      write: (fingerprint: string) => write(names.device, { fingerprint }, DEVICE_COOKIE_DAYS),
    },
    passwordReset: {
      read: () => readable(names.reset, PasswordResetCookie).at(-1) ?? null,
      write: () => write(names.reset, { password_reset: 1 }),
    },
    consent: {
      /** A consent on any path counts. A value that contains 'consent:yes' is a consent (§4). */
      read: (): ConsentCookie | null => {
        const answers = readable(names.consent, ConsentCookie);
        const given = answers.findLast(({ cookie_consent }) => cookie_consent === 1);
        if (given) return given;
        if (cookieValues(names.consent).some((text) => text.includes('consent:yes')))
          return { cookie_consent: 1, cookie_analytics: 0, cookie_marketing: 0 };
        return answers.at(-1) ?? null;
      },
      write: (value: ConsentCookie) => write(names.consent, value, consentDays),
      /** Deletes the third-party cookie. */
      removeForeign: () => deleteCookie('cc_cookie'),
    },
    /** Deletes the cookies of the operator's tools, as named in `consentCookies` of the settings. */
    removeTools: (patterns: readonly string[]) => {
      for (const pattern of patterns) deleteForeign(pattern, Object.values(names));
    },
    /** Deletes cookies with our names that other sites set on the path of this page. */
    removeOthers: () => Object.values(names).forEach(deleteOthers),
    /** Whether the browser accepts cookies at all. */
    work: () => {
      write('probe', {});
      const isStored = cookieValues('probe').length > 0;
      deleteCookie('probe');
      return isStored;
    },
  };
}
export type ProductCookies = ReturnType<typeof createCookies>;

function parsed<S extends v.GenericSchema>(text: string, schema: S): v.InferOutput<S> | null {
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return success ? output : null;
}
