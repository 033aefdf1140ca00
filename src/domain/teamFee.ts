import { discounted } from './discount.ts';
import { type Minor, sum, times } from './money.ts';

/**
 * §1: the fee is per user: for the ordered number, or for the whole team if it is larger. A user who is added later is
 * not prorated: the first invoice that is due after that counts them (docs/decisions/team-fee.md).
 */
export const billedUsers = (ordered: number, team: number): number => Math.max(ordered, team);

/** The current price of a month before the discount, and what each user adds to it. */
type Fee = { monthly: Minor; userMonthly: Minor; discountPercent: number };

/** The price of a month with more users, after the discount. */
export const monthlyWith = (moreUsers: number, { monthly, userMonthly, discountPercent }: Fee): Minor =>
  discounted(sum(monthly, times(userMonthly, moreUsers)), discountPercent);
