import { randomBytes } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPasswords, PasswordQueueFull, passwordMark } from '#server/login/passwords.ts';
import { keyring, newCode, newToken, openKeyring, sameDigest, tokenHash } from '#server/platform/secrets.ts';
import { emptyFolder } from '#tests/support/dataFolder.ts';

describe('tokens and codes', () => {
  it('a token has 256 bits and is stored as a digest', () => {
    const tokens = Array.from({ length: 100 }, newToken);
    expect(new Set(tokens).size).toBe(100);
    for (const token of tokens) {
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(tokenHash(token)).not.toBe(token);
    }
  });

  it('a code has six digits, including leading zeros', () => {
    const codes = Array.from({ length: 2000 }, newCode);
    expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
    expect(codes.some((code) => code.startsWith('0'))).toBe(true);
  });

  it('digests are compared in full', () => {
    expect(sameDigest('abc', 'abc')).toBe(true);
    for (const other of ['abd', 'ab', 'abcd', '']) expect(sameDigest('abc', other)).toBe(false);
    expect(sameDigest(null, 'abc')).toBe(false);
  });
});

describe('the server’s key', () => {
  it('is created once and readable by its owner only', () => {
    const path = emptyFolder();
    const digest = openKeyring(path).digest('code', '123456');
    expect(openKeyring(path).digest('code', '123456')).toBe(digest);
    expect(statSync(join(path, 'key')).mode & 0o777).toBe(0o600);
    expect(openKeyring(emptyFolder()).digest('code', '123456')).not.toBe(digest);
  });

  it('that is damaged is reported', () => {
    const path = emptyFolder();
    writeFileSync(join(path, 'key'), 'short');
    expect(() => openKeyring(path)).toThrow('damaged');
  });

  it('decrypts only with the label and salt of the encryption', () => {
    const ours = keyring(randomBytes(32));
    const other = keyring(randomBytes(32));
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const sealed = ours.seal('mail', text, 'salt');
        expect(ours.open('mail', sealed, 'salt')).toBe(text);
        expect(ours.open('mail', sealed)).toBeNull();
        expect(ours.open('code', sealed, 'salt')).toBeNull();
        expect(other.open('mail', sealed, 'salt')).toBeNull();
      }),
      { numRuns: 50 },
    );
    for (const malformed of ['', 'x', 'A'.repeat(80)]) expect(ours.open('mail', malformed)).toBeNull();
  });
});

describe('passwords', () => {
  it('are hashed with argon2id at 19 MiB, two passes', async () => {
    expect(await createPasswords().hash('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('match exactly as typed; composed and decomposed accents are equal', async () => {
    const passwords = createPasswords();
    const hashed = await passwords.hash('caf\u00e9 au lait');
    expect(await passwords.verify('cafe\u0301 au lait', hashed)).toBe(true);
    for (const wrong of ['cafe au lait', 'caf\u00e9 au lait ', 'Caf\u00e9 au lait', '']) {
      expect(await passwords.verify(wrong, hashed)).toBe(false);
    }
  });

  it('are hashed anew, under the same salt, only if their hash is weaker than a new one', async () => {
    const cheap = { memoryCost: 64, timeCost: 2, parallelism: 1 };
    const passwords = createPasswords(cheap);
    for (const weaker of [{ memoryCost: 32 }, { timeCost: 1 }, { memoryCost: 128, timeCost: 1 }]) {
      const old = await createPasswords({ ...cheap, ...weaker }).hash('caf\u00e9 au lait');
      const stronger = (await passwords.strengthen('cafe\u0301 au lait', old)) ?? '';
      expect(stronger).toMatch(/^\$argon2id\$v=19\$m=64,t=2,p=1\$/);
      expect(stronger).not.toBe(old);
      expect(passwordMark(stronger)).toBe(passwordMark(old));
      expect(await passwords.verify('caf\u00e9 au lait', stronger)).toBe(true);
      expect(await passwords.verify('cafe au lait', stronger)).toBe(false);
    }
    for (const same of [cheap, { ...cheap, memoryCost: 128 }, { ...cheap, timeCost: 3 }]) {
      expect(await passwords.strengthen('tea', await createPasswords(same).hash('tea'))).toBeNull();
    }
    expect(passwordMark(await passwords.hash('tea'))).not.toBe(passwordMark(await passwords.hash('tea')));
  });

  it('without an account never match, whatever is given', async () => {
    expect(await createPasswords().verify('nobody has this password', null)).toBe(false);
  });

  it('beyond the queue limit are rejected', async () => {
    const passwords = createPasswords();
    const answers = await Promise.allSettled(Array.from({ length: 80 }, () => passwords.hash('correct horse')));
    const refused = answers.filter((answer) => answer.status === 'rejected');
    // As many as there are cores are worked on, and fifty wait.
    expect(refused).toHaveLength(80 - availableParallelism() - 50);
    expect(refused.every(({ reason }) => reason instanceof PasswordQueueFull)).toBe(true);
    expect(await passwords.hash('correct horse')).toContain('argon2id');
  });

  it('keep the server busy while one is hashed and a second longer, also after a failure', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const passwords = createPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 });
    expect(passwords.isBusy()).toBe(false);
    const works = [() => passwords.hash('tea'), () => passwords.verify('tea', 'no hash').catch(() => false)];
    for (const work of works) {
      const working = work();
      expect(passwords.isBusy()).toBe(true);
      vi.advanceTimersByTime(5_000);
      expect(passwords.isBusy(), 'however long it takes').toBe(true);
      await working;
      vi.advanceTimersByTime(999);
      expect(passwords.isBusy()).toBe(true);
      vi.advanceTimersByTime(1);
      expect(passwords.isBusy()).toBe(false);
    }
  });
});
