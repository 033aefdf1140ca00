import type { Keyring } from '../platform/secrets.ts';
import type { Store } from './schema.ts';

/** How the connections to a database are used; `waiting`: transactions that wait for one. */
export type PoolUsage = { busy: number; idle: number; waiting: number };

/** An open database and the key that its secrets are sealed with. */
export type OpenStore = {
  db: Store;
  keyring: Keyring;
  /** Why statements are waiting now; null if none waits for another process. */
  whyWaiting: () => string | null;
  /** How the connections are used; absent where there is no pool. */
  poolUsage?: () => PoolUsage;
  /** Whether other servers may run on the same database at the same time. */
  isShared: boolean;
  /** Runs work while no other server of this database runs such work, for what is done once at the start. */
  exclusively: <Result>(work: () => Promise<Result>) => Promise<Result>;
};
