import type { Minor } from '#domain/money.ts';
import { type OrderLines, orderLines, type UnitPrices } from '#domain/pricing.ts';
import { billedUsers } from '#domain/teamFee.ts';
import { cxPrices, numberPrices, packagePrices } from '../data/prices.ts';
import type { Store, Tx } from '../store/schema.ts';
import type { Customer } from './customer.ts';
import { assignedAddOns, teamSize } from './team.ts';

/** §1: what a customer pays for: the billed users, the assigned add-ons and the number. */
export async function customersOrder(
  db: Store | Tx,
  customer: Customer,
): Promise<{ lines: OrderLines; addOns: number; team: number; userMonthly: Minor; cxMonthly: Minor }> {
  const place = await db
    .selectFrom('coverages')
    .select('ddi_type')
    .where('id', '=', customer.number_id ?? 0)
    .executeTakeFirst();
  const addOns = await assignedAddOns(db, customer.id);
  const team = await teamSize(db, customer.id);
  const { isPackage, prices } = pricesFor(customer, place?.ddi_type);
  const lines = orderLines({
    packageType: customer.package_type,
    nbUsers: billedUsers(customer.nb_users, team),
    nbCxBundles: addOns,
    isPackage,
    prices,
  });
  return { lines, addOns, team, userMonthly: prices.package, cxMonthly: prices.cx };
}

/** Prices of the current list in the customer's currency; without a number there is no number price. */
function pricesFor(
  { package_type, currency }: Customer,
  ddiType: string | undefined,
): { isPackage: boolean; prices: UnitPrices } {
  const number = numberPrices[(ddiType ?? 'N') as keyof typeof numberPrices];
  return {
    isPackage: number.isPackage,
    prices: {
      package: packagePrices[package_type][currency],
      cx: cxPrices[package_type][currency],
      nrc: number.nrc[currency],
      mrc: number.mrc[currency],
    },
  };
}
