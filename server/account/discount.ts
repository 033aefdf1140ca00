import { reject } from '../http/errors.ts';
import { findToken } from '../login/tokens.ts';
import type { ServerContext } from '../platform/context.ts';
import type { Tx } from '../store/schema.ts';
import { setCustomer } from './customer.ts';

/** Applies the discount of a mailed link to its customer, once; returns its percentage, also when it is repeated. */
export async function redeemDiscount({ now }: ServerContext, tx: Tx, token: string): Promise<number> {
  const found = await findToken(tx, 'discount', token, now());
  if (!found?.discount_id) return reject('tokenInvalid');
  const redeemed = await tx
    .updateTable('discounts')
    .set({ redeemed_at: now() })
    .where('id', '=', found.discount_id)
    .where('redeemed_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (redeemed) {
    const { customer_id, percent: discount_percent } = redeemed;
    await setCustomer(tx, customer_id, { discount_percent });
  }
  const { percent } = await tx
    .selectFrom('discounts')
    .select('percent')
    .where('id', '=', found.discount_id)
    .executeTakeFirstOrThrow();
  return percent;
}
