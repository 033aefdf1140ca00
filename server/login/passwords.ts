import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { Turns } from '../platform/turns.ts';

/** OWASP's parameters: 19 MiB, two passes, one lane. The library's default algorithm is argon2id. */
const strong = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** With more waiting hashes than this the server responds 503 instead of growing the queue. */
const QUEUE_LIMIT = 50;

/** How long after a hash more work is expected: the rest of that login, and other logins. */
const BUSY_AFTER_MS = 1_000;

/** Too many hashes are waiting; the client should retry after some seconds. */
export class PasswordQueueFull extends Error {}

/** Hashes and verifies passwords, a bounded number at a time. Never called inside a transaction. */
export type Passwords = {
  /** The hash as it is stored (PHC string). */
  hash: (password: string) => Promise<string>;
  /** Whether the password matches the hash. `null` (no such user) takes as long as a wrong password. */
  verify: (password: string, hashed: string | null) => Promise<boolean>;
  /** A new hash of a right password whose hash is weaker than a new one is; null if it is not. */
  strengthen: (password: string, hashed: string) => Promise<string | null>;
  /** Whether a password is being hashed or verified, or was a moment ago. */
  isBusy: () => boolean;
};

/** é can be typed as one or two characters: both are the same password. Nothing else is normalised. */
const normal = (password: string) => password.normalize('NFC');

// Stryker disable next-line StringLiteral: every stored hash has a salt
const saltOf = (hashed: string): string => hashed.split('$')[4] ?? '';

/** Identifies a password: its salt, which a stronger hash of the same password keeps. */
export const passwordMark = (hashed: string | null): string | null => (hashed === null ? null : saltOf(hashed));

/** Tests of other subjects pass cheap parameters. */
export function createPasswords(parameters: typeof strong = strong): Passwords {
  const turns = new Turns(availableParallelism());
  let lastEnd = Number.NEGATIVE_INFINITY;
  const queued = async <T>(task: () => Promise<T>): Promise<T> => {
    if (turns.waiting() >= QUEUE_LIMIT) throw new PasswordQueueFull();
    return turns.run(task).finally(() => {
      lastEnd = performance.now();
    });
  };
  let dummyHash: Promise<string> | undefined;
  return {
    isBusy: () => turns.taken > 0 || performance.now() - lastEnd < BUSY_AFTER_MS,
    hash: (password) => queued(() => hash(normal(password), parameters)),
    async verify(password, hashed) {
      // Stryker disable next-line StringLiteral: any text does
      dummyHash ??= hash('nobody has this password', parameters);
      const known = hashed ?? (await dummyHash);
      const matches = await queued(() => verify(known, normal(password)));
      return matches && hashed !== null;
    },
    async strengthen(password, hashed) {
      const { memoryCost, timeCost } = parseOptions(hashed);
      if (memoryCost >= parameters.memoryCost && timeCost >= parameters.timeCost) return null;
      const salt = Buffer.from(saltOf(hashed), 'base64');
      return queued(() => hash(normal(password), { ...parameters, salt }));
    },
  };
}
