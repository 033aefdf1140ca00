import type { Store, Tx } from '../store/schema.ts';

/** The number of users of a customer, including the owner. */
export async function teamSize(db: Store | Tx, customerId: number): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The number of a customer's users with a CX add-on; this many are billed (§1). */
export async function assignedAddOns(db: Store | Tx, customerId: number): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .where('has_cx_bundle', '=', 1)
    .executeTakeFirstOrThrow();
  return Number(count);
}
