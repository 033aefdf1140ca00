import type { Language } from '#domain/constants.ts';
import { emailKey } from '../login/emailKey.ts';
import { queueMail } from '../mail/outbox.ts';
import type { ServerContext } from '../platform/context.ts';
import type { Store, Tx } from '../store/schema.ts';
import type { Registration } from './registration.ts';

/**
 * Whether an address cannot sign up: a customer's account uses it, or the operator has disabled its user. After an
 * unfinished sign-up it can sign up again.
 */
export async function hasAccount(db: Store | Tx, email: string): Promise<boolean> {
  const taken = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', emailKey(email))
    .where((row) => row.or([row('customer_id', 'is not', null), row('disabled_at', 'is not', null)]))
    .executeTakeFirst();
  return taken !== undefined;
}

/** Mails to the address of a registration that it already has an account; sent only if it has one. */
export const mailKnown = (context: ServerContext, tx: Tx, { id, email }: Registration, language: Language) =>
  queueMail(context, tx, { to: email, kind: 'alreadyRegistered', language, about: id });

/** Whether a registration of this address is a decoy, as the database has it. */
export const decoyFor = async (tx: Tx, email: string): Promise<0 | 1> => ((await hasAccount(tx, email)) ? 1 : 0);
