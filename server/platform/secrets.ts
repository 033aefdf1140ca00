import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CODE_LENGTH } from '#domain/constants.ts';
import { StoreUnusable } from '../store/errors.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A new bearer token: 256 random bits, URL-safe. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The stored form of a token. Tokens are random, so a plain digest reveals nothing. */
export const tokenHash = (token: string): string => hash('sha256', token, 'base64url');

/** A new mailed code; it may have leading zeros. */
export const newCode = (): string => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');

/** Compares two digests in constant time. */
export function sameDigest(one: string | null, other: string): boolean {
  const known = Buffer.from(one ?? '');
  const given = Buffer.from(other);
  return known.length === given.length && timingSafeEqual(known, given);
}

/** Operations with the server's key. `label` separates uses; `salt` mixes in a secret of the client. */
export type Keyring = {
  /** Keyed digest of a text that is short enough to guess, such as a code. */
  digest: (label: string, text: string, salt?: string) => string;
  /** Encrypts and authenticates (AES-256-GCM). */
  seal: (label: string, text: string, salt?: string) => string;
  /** Decrypts the result of `seal`; null if the key differs or the text is not sealed. */
  open: (label: string, sealed: string, salt?: string) => string | null;
  /** Identifies a key without revealing it. */
  fingerprint: string;
};

/**
 * Reads the server's key, or another one by its name, from the data folder; creates one, readable by its owner only, if
 * it is missing or empty.
 */
export function openKeyring(dataDir: string, name = 'key'): Keyring {
  const path = join(dataDir, name);
  if (!statSync(path, { throwIfNoEntry: false })?.size) makeKey(path);
  const key = Buffer.from(readFileSync(path, 'utf8'), 'base64url');
  if (key.length !== KEY_BYTES) {
    throw new StoreUnusable(`The server's key in ${path} is damaged; restore it from a backup (see docs/backup.md).`);
  }
  return keyring(key);
}

/** Writes to a temporary file first: a full disk or a power cut must not leave half a key. */
function makeKey(path: string): void {
  const unfinished = `${path}.new`;
  try {
    writeFileSync(unfinished, randomBytes(KEY_BYTES).toString('base64url'), { mode: 0o600, flush: true });
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** The keyring of a server's key; each label and salt has a key of its own. */
export function keyring(key: Buffer): Keyring {
  const derived = (label: string, salt = '') => Buffer.from(hkdfSync('sha256', key, salt, label, KEY_BYTES));
  const digest: Keyring['digest'] = (label, text, salt) =>
    createHmac('sha256', derived(label, salt)).update(text).digest('base64url');
  return {
    digest,
    fingerprint: digest('fingerprint', ''),
    seal(label, text, salt) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', derived(label, salt), nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(label, sealed, salt) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv('aes-256-gcm', derived(label, salt), bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return null;
      }
    },
  };
}
