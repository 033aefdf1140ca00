import type { Config } from '../platform/config.ts';

/*
 * Inputs that trigger each failure, so that it can be tried by hand (and by tests) against the real server. They work
 * in local mode only. Cards are listed in `bank/testCards.ts`, hosted pages in `bank/notice.ts`.
 */

/** Email addresses, by their part before '@'; a '+' may add anything: mail-refused+2@example.com. */
export const emailSentinels = {
  /** The mail server permanently rejects mails to this address. */
  mailRefused: 'mail-refused',
  /** The mail server defers mails to this address for a while. */
  mailLate: 'mail-late',
  /** POST …/token returns 503 after this sign-up. */
  sessionFails: 'token-fails',
  /** Every call of this sign-up takes eight seconds. */
  slow: 'slow',
} as const;
type EmailSentinel = keyof typeof emailSentinels;

/** Areas in Australia (type Geographic), by city. In every country each fiftieth area is empty as well. */
export const areaSentinels = {
  /** The list of numbers returns 503. */
  fails: 'Lost River',
  /** The list of numbers takes eight seconds. */
  slow: 'Waitchie',
  /** The list of numbers is empty (one of the fiftieth areas). */
  empty: 'Berridale',
} as const;
type AreaSentinel = keyof typeof areaSentinels;

/** Login link with this discount token: /login/?discount=try-discount-10 */
export const DISCOUNT_TOKEN = 'try-discount-10';

/** How long a slow call takes. */
export const SLOW_MS = 8000;

/** The sentinel of an address, or null; always null in production. */
export function emailSentinel({ mode }: Pick<Config, 'mode'>, email: string): EmailSentinel | null {
  const name = email.trim().toLowerCase().split('@')[0]?.split('+')[0];
  const found = Object.entries(emailSentinels).find(([, local]) => local === name);
  return mode === 'local' && found ? (found[0] as EmailSentinel) : null;
}

/** The sentinel of an area, or null; always null in production. */
export function areaSentinel(
  { mode }: Pick<Config, 'mode'>,
  place: { country_code: string; city: string },
): AreaSentinel | null {
  const found = Object.entries(areaSentinels).find(([, city]) => place.country_code === 'AU' && city === place.city);
  return mode === 'local' && found ? (found[0] as AreaSentinel) : null;
}
