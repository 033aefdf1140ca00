import type { Bank } from '../bank/port.ts';
import type { Passwords } from '../login/passwords.ts';
import type { Store, Tx } from '../store/schema.ts';
import type { Config } from './config.ts';
import type { Metrics } from './metrics.ts';
import type { Keyring } from './secrets.ts';

/** The dependencies of the whole server; one context per running server. */
export type ServerContext = {
  config: Config;
  db: Store;
  /** Why statements are waiting now; null if none waits for another process. */
  whyWaiting: () => string | null;
  /** The clock: milliseconds since 1970. */
  now: () => number;
  keyring: Keyring;
  passwords: Passwords;
  bank: Bank;
  metrics: Metrics;
  /** Wakes the mail worker, since a mail may be queued. */
  wakeMail: () => void;
};

/** The context whose reads and changes are part of a transaction. */
export const within = (context: ServerContext, tx: Tx): ServerContext => ({ ...context, db: tx });
