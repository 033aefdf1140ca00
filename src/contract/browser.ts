import * as v from 'valibot';
import { currencies, languages } from '#domain/constants.ts';
import { HeaderText } from './fields.ts';
import { Session } from './session.ts';

/* §3: data stored in the browser. Each shape is validated on reading; unreadable data counts as absent. */

/** Names of the product's cookies; `reset` is §3's 'extini'. */
export const cookieNames = {
  auth: 'auth',
  twoFactor: 'two_factor',
  device: 'device',
  reset: 'extini',
  consent: 'consent',
} as const;

/** Session storage: the key of the sign-up's input that was typed but not sent. */
export const UNSAVED_INPUT_KEY = 'signup';

/** §3: the session of the logged-in user. */
export const AuthCookie = Session;
export type AuthCookie = Session;

/** §3: a login that requires a code. */
export const TwoFactorCookie = v.object({
  nonce: v.pipe(v.string(), v.nonEmpty()),
  email: v.fallback(v.string(), ''),
  remember_me: v.fallback(v.boolean(), false),
  /** Additive: when a new code can be requested, so that the wait survives a reload. */
  resend_at: v.optional(v.string()),
});
export type TwoFactorCookie = v.InferOutput<typeof TwoFactorCookie>;

/** §3: a device that is known to the server. */
export const DeviceCookie = v.object({ fingerprint: HeaderText });
export const PasswordResetCookie = v.object({ password_reset: v.literal(1) });

const Flag = v.picklist([0, 1]);

/** §3 Consent cookie: 0 or 1 for each category. */
export const ConsentCookie = v.object({
  cookie_consent: Flag,
  cookie_analytics: v.fallback(Flag, 0),
  cookie_marketing: v.fallback(Flag, 0),
});
export type ConsentCookie = v.InferOutput<typeof ConsentCookie>;

/** §3 Browser config (local storage key cfg), read field by field: an invalid field counts as absent. */
export const BrowserConfig = v.object({
  country_code: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^[a-z]{2,3}$/))), undefined),
  currency_iso: v.fallback(v.optional(v.picklist(currencies)), undefined),
  /** Additive: the stored currency was not chosen but derived from the country or the language. */
  currency_derived: v.fallback(v.optional(v.boolean()), undefined),
  language: v.fallback(v.optional(v.picklist(languages)), undefined),
  cookie_consent: v.fallback(v.optional(Flag), undefined),
  cookie_analytics: v.fallback(v.optional(Flag), undefined),
  cookie_marketing: v.fallback(v.optional(Flag), undefined),
});
export type BrowserConfig = v.InferOutput<typeof BrowserConfig>;
