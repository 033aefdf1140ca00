import { readFileSync } from 'node:fs';
import { isMadeOfContext } from '#domain/password.ts';
import { rejectFields } from '../http/errors.ts';
import type { MessageDescriptor } from '../messages/translate.ts';
import type { ServerContext } from '../platform/context.ts';
import { isBreached } from './breachedPasswords.ts';
import type { User } from './user.ts';

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
function weaknessOf(password: string, near: readonly string[]): MessageDescriptor | null {
  if (common.has(password.normalize('NFKC').toLowerCase())) return tooCommon;
  return isMadeOfContext(password, near) ? tooNear : null;
}

type Person = { email: string; first_name: string; last_name: string; company?: string };

/** Rejects a new password, at its field, that is too common or made of words about the person or the product. */
export function rejectWeakPassword(
  { config }: Pick<ServerContext, 'config'>,
  password: string,
  { email, first_name, last_name, company }: Person,
): void {
  const near = [config.settings.brand.name, email, first_name, last_name, company].filter((name) => name !== undefined);
  rejectFields({ password: weaknessOf(password, near) ?? undefined });
}

/** The same for a user, whose company is known once the sign-up is completed. */
export async function rejectWeakPasswordOf(
  { config, db }: Pick<ServerContext, 'config' | 'db'>,
  password: string,
  user: User,
): Promise<void> {
  const customer = await db
    .selectFrom('customers')
    .select('company')
    .where('id', '=', user.customer_id ?? 0)
    .executeTakeFirst();
  rejectWeakPassword({ config }, password, { ...user, ...customer });
}

/** The hash of a new password; rejects one, at its field, that is on the operator's list of breached ones. */
export async function hashNew(context: Pick<ServerContext, 'config' | 'passwords'>, password: string): Promise<string> {
  if (await isBreached(context, password)) rejectFields({ password: tooCommon });
  return context.passwords.hash(password);
}
