import { readFileSync } from 'node:fs';
import { isMadeOfContext } from '#domain/password.ts';
import type { MessageDescriptor } from '../messages/translate.ts';

const common = new Set(
  readFileSync(new URL('../data/common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean),
);

const tooCommon = /*i18n*/ { id: 'This password is too common. Choose another one.' };
const tooNear = /*i18n*/ { id: "Choose a password that isn't based on your name, email address, company or our name." };

/**
 * Why a password of valid length is rejected: it is one of the 3000 most common, or consists of words from `near`
 * (product, email, names, company). Null if it is accepted.
 */
export function weaknessOf(password: string, near: readonly string[]): MessageDescriptor | null {
  if (common.has(password.normalize('NFKC').toLowerCase())) return tooCommon;
  return isMadeOfContext(password, near) ? tooNear : null;
}
