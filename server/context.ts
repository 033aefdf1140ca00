import type { Currency, Language } from '#domain/constants.ts';
import type { Bank } from './bank/port.ts';
import type { Config } from './config.ts';
import type { Passwords } from './passwords.ts';
import type { Keyring } from './secrets.ts';
import type { OpenSession } from './sessions.ts';
import type { Store } from './store/schema.ts';

/** What the whole server stands on; one for each running server. */
export type Context = {
  config: Config;
  db: Store;
  /** The clock: milliseconds since 1970. */
  now: () => number;
  keyring: Keyring;
  passwords: Passwords;
  bank: Bank;
  /** Tells the outbox that a mail may be waiting; called after the commit. */
  wakeMail: () => void;
};

/** One request, as a handler meets it. */
export type Visit = {
  /** X-Language and X-Currency, checked; English and USD when they say nothing. */
  language: Language;
  currency: Currency;
  /** Whom a network limit counts: an IPv4 address or an IPv6 /64. */
  network: string;
  /** Words of the browser about itself, cut to a line. */
  device: string;
  /** A cookie of the request by name, decoded. */
  cookie: (name: string) => string | undefined;
  header: (name: string) => string | undefined;
  /** Adds a Set-Cookie line to the answer. */
  setCookie: (line: string) => void;
  /** Who asks; null when nobody is logged in. */
  session: OpenSession | null;
};
