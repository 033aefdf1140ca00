import type { KeyValueStore } from './storage.ts';

const KEY = 'rejected';
const MAX_STORED = 20;

/**
 * Tokens from cookies that the server has rejected. If the page cannot delete such a cookie, it is ignored in this tab,
 * even after a reload. Only a short checksum is stored, from which the token cannot be recovered.
 */
export function createRejectedTokens(store: KeyValueStore) {
  const stored = () => (store.read(KEY) ?? '').split(' ').filter(Boolean);
  return {
    has: (token: string): boolean => stored().includes(checksum(token)),
    add: (token: string): void => {
      const sums = new Set([checksum(token), ...stored()]);
      store.write(KEY, [...sums].slice(0, MAX_STORED).join(' '));
    },
  };
}

const checksum = (text: string): string => {
  let sum = 0;
  for (const character of text) sum = (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return (sum >>> 0).toString(36);
};
