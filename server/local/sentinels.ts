import type { Config } from '../platform/config.ts';

/*
 * The one list of inputs that make a thing happen, so that every failure can be met by hand (and by
 * tests) against the real server. They work in local mode only. Cards are listed where the test bank
 * keeps them (`bank/testCards.ts`), hosted pages in `bank/notice.ts`.
 */

/** Addresses, by what stands before the '@'; anything may follow a '+': mail-refused+2@example.com. */
export const emailSentinels = {
  /** The mail server refuses mails to this address for good. */
  mailRefused: 'mail-refused',
  /** The mail server takes no mails for this address until later. */
  mailLate: 'mail-late',
  /** POST …/token answers 503 after this sign-up. */
  sessionFails: 'token-fails',
  /** Every call of this sign-up takes eight seconds. */
  slow: 'slow',
} as const;
export type EmailSentinel = keyof typeof emailSentinels;

/** Places in Australia (type Geographic), by city; and in every country each fiftieth area is empty. */
export const areaSentinels = {
  /** The list of numbers answers 503. */
  fails: 'Lost River',
  /** The list of numbers takes eight seconds. */
  slow: 'Waitchie',
  /** The list of numbers is empty (one of the fiftieth areas). */
  empty: 'Berridale',
} as const;
export type AreaSentinel = keyof typeof areaSentinels;

/** Login link with this discount token: /login/?discount=try-discount-10 */
export const DISCOUNT_TOKEN = 'try-discount-10';

/** How long "slow" takes. */
export const SLOW_MS = 8000;

/** The sentinel that an address is, or null; always null in production. */
export function emailSentinel({ mode }: Pick<Config, 'mode'>, email: string): EmailSentinel | null {
  const name = email.trim().toLowerCase().split('@')[0]?.split('+')[0];
  const found = Object.entries(emailSentinels).find(([, local]) => local === name);
  return mode === 'local' && found ? (found[0] as EmailSentinel) : null;
}

/** The sentinel that a place is, or null; always null in production. */
export function areaSentinel(
  { mode }: Pick<Config, 'mode'>,
  place: { country_code: string; city: string },
): AreaSentinel | null {
  const found = Object.entries(areaSentinels).find(([, city]) => place.country_code === 'AU' && city === place.city);
  return mode === 'local' && found ? (found[0] as AreaSentinel) : null;
}
