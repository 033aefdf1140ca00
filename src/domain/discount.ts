import { type Minor, scale, sum } from './money.ts';

/** A discount in percent as a separate line: negative or zero, rounded once. */
export const discountOn = (amount: Minor, percent: number): Minor => 0 - scale(amount, percent, 100);

/** An amount after the discount. */
export const discounted = (amount: Minor, percent: number): Minor => sum(amount, discountOn(amount, percent));
