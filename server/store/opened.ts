import type { Keyring } from '../platform/secrets.ts';
import type { Store } from './schema.ts';

/** An open database and the key that its secrets are sealed with. */
export type OpenStore = {
  db: Store;
  keyring: Keyring;
  /** Why statements are waiting now; null if none waits for another process. */
  whyWaiting: () => string | null;
  /** Whether other servers may run on the same database at the same time. */
  isShared: boolean;
  /** Runs work while no other server of this database runs such work, for what is done once at the start. */
  exclusively: <Result>(work: () => Promise<Result>) => Promise<Result>;
};
