import { discounted } from './discount.ts';
import { type Minor, sum, times } from './money.ts';

/** §1: the fee is for each user: for the ordered number, or for the whole team where it has grown beyond it. */
export const billedUsers = (ordered: number, team: number): number => Math.max(ordered, team);

/** What a month costs now, before the discount, and what each user adds to it. */
type Fee = { monthly: Minor; userMonthly: Minor; discountPercent: number };

/** What a month costs with so many more users, the discount taken off. */
export const monthlyWith = (moreUsers: number, { monthly, userMonthly, discountPercent }: Fee): Minor =>
  discounted(sum(monthly, times(userMonthly, moreUsers)), discountPercent);
