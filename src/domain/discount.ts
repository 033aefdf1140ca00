import { type Minor, scale, sum } from './money.ts';

/** What a discount in percent takes off an amount, as a line of its own: negative or zero, rounded once. */
export const discountOn = (amount: Minor, percent: number): Minor => 0 - scale(amount, percent, 100);

/** An amount with the discount taken off. */
export const discounted = (amount: Minor, percent: number): Minor => sum(amount, discountOn(amount, percent));
