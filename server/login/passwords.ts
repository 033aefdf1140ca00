import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's parameters: 19 MiB, two passes, one lane. The library's default algorithm is argon2id. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Beyond this many waiting hashes the server says 503 instead of growing. */
const QUEUE_LIMIT = 50;

/** Too many hashes are waiting; the asker should come back in some seconds. */
export class Busy extends Error {}

/** Hashes and verifies passwords, a bounded number at a time. Never called inside a transaction. */
export type Passwords = {
  /** The password as it is kept (PHC string). */
  hash: (password: string) => Promise<string>;
  /** Whether the password is the one that was hashed. `null` (nobody there) costs as much as a wrong one. */
  verify: (password: string, hashed: string | null) => Promise<boolean>;
};

/** Typed é can be one or two characters: both are one password. Nothing else is changed. */
const normal = (password: string) => password.normalize('NFC');

export function createPasswords(): Passwords {
  const inTurn = limited(availableParallelism());
  let nobody: Promise<string> | undefined;
  return {
    hash: (password) => inTurn(() => hash(normal(password), parameters)),
    async verify(password, hashed) {
      nobody ??= hash('nobody has this password', parameters);
      const known = hashed ?? (await nobody);
      const matches = await inTurn(() => verify(known, normal(password)));
      return matches && hashed !== null;
    },
  };
}

/** Runs at most `slots` tasks at once and lets at most QUEUE_LIMIT wait. */
function limited(slots: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= slots) {
      if (waiting.length >= QUEUE_LIMIT) throw new Busy();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
