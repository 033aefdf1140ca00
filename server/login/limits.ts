import type { Limit } from '../http/throttle.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/durations.ts';

/** Limits of attempts. Every wait ends by itself; no account is locked permanently. */
export const limits = {
  /** Wrong passwords for one address; a remembered device is counted separately. */
  passwords: { name: 'passwords', max: 10, windowMs: 15 * MINUTE_MS, isReset: true },
  /** Wrong codes for one user, over all logins. */
  codes: { name: 'codes', max: 20, windowMs: DAY_MS },
  /** The pause that follows: a limit of one, used up by its first count. */
  codePause: { name: 'code-pause', max: 1, windowMs: HOUR_MS },
  /** Changes of one user that are confirmed by mail. */
  confirmedChanges: { name: 'confirmed-changes', max: 20, windowMs: HOUR_MS },
  /** Invitations of one customer; each sends a mail to another person. */
  invitations: { name: 'invitations', max: 50, windowMs: DAY_MS },
  /** Logins from one network. */
  networkLogins: { name: 'network-logins', max: 100, windowMs: 15 * MINUTE_MS },
  /** Sign-ups started from one network, and addresses changed in them. */
  networkRegistrations: { name: 'network-registrations', max: 20, windowMs: HOUR_MS },
  /** The same from all networks. */
  allRegistrations: { name: 'all-registrations', max: 500, windowMs: 15 * MINUTE_MS, isShared: true },
  /** Addresses that one sign-up tries. */
  addressChanges: { name: 'address-changes', max: 5, windowMs: HOUR_MS },
  /** Further passwords that one sign-up chooses; each is hashed. */
  passwordChanges: { name: 'password-changes', max: 10, windowMs: HOUR_MS },
  /** Codes that one sign-up tries, right or wrong; a resend does not reset them. */
  registrationCodes: { name: 'registration-codes', max: 5, windowMs: 15 * MINUTE_MS },
  registrationCodesADay: { name: 'registration-codes-day', max: 20, windowMs: DAY_MS },
  /** Codes that are mailed again to one sign-up. */
  registrationResends: { name: 'registration-resends', max: 5, windowMs: HOUR_MS },
  /** Wrong sign-up codes for one address, over all sign-ups; from one network, and from all. */
  networkSignUpCodes: { name: 'network-sign-up-codes', max: 10, windowMs: DAY_MS },
  signUpCodes: { name: 'sign-up-codes', max: 20, windowMs: DAY_MS },
  /** Cards that are tried in one sign-up, and from one network. */
  cards: { name: 'cards', max: 5, windowMs: HOUR_MS },
  networkCards: { name: 'network-cards', max: 10, windowMs: HOUR_MS },
  /** Numbers that are chosen from one network, or held on to for another quarter of an hour. */
  networkNumbers: { name: 'network-numbers', max: 60, windowMs: HOUR_MS },
  /** Single sign-ons started from one network. */
  networkSso: { name: 'network-sso', max: 100, windowMs: 15 * MINUTE_MS },
  /** Attempts with mailed links from one network. */
  networkLinks: { name: 'network-links', max: 100, windowMs: 15 * MINUTE_MS },
  /** Mails requested from one network. */
  networkMails: { name: 'network-mails', max: 100, windowMs: 15 * MINUTE_MS },
  /** Measured events from one network. */
  networkEvents: { name: 'network-events', max: 1000, windowMs: 15 * MINUTE_MS },
  /** Requests with an Idempotency-Key from one network; each stores a response. */
  networkKeys: { name: 'network-keys', max: 1000, windowMs: 15 * MINUTE_MS },
} as const satisfies Record<string, Limit>;
