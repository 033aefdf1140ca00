import type { Selectable, Updateable } from 'kysely';
import { reject } from '../http/errors.ts';
import type { OpenSession } from '../login/sessions.ts';
import { ownerOnly } from '../messages/account.ts';
import type { Store, Tx } from '../store/schema.ts';
import type { CustomerTable } from '../store/tables/accounts.ts';

/** A row of `customers`. */
export type Customer = Selectable<CustomerTable>;

/** The customer of a session; rejects while the sign-up is not completed. */
export const customerIdOf = ({ customerId }: OpenSession): number => customerId ?? reject('signUpOpen');

/** §6: only the owner may change the contract. */
export function ownersCustomerId(session: OpenSession): number {
  if (session.role !== 'owner') reject('notAllowed', { message: ownerOnly });
  return customerIdOf(session);
}

/** The customer of an id that another row refers to; throws if there is none. */
export const customerById = (db: Store | Tx, id: number): Promise<Customer> =>
  db.selectFrom('customers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Changes columns of a customer. */
export const setCustomer = async (tx: Tx, id: number, change: Updateable<CustomerTable>): Promise<void> => {
  await tx.updateTable('customers').set(change).where('id', '=', id).execute();
};
