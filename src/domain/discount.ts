import { type Minor, scale } from './money.ts';

/** What a discount in percent takes off an amount, as a line of its own: negative or zero, rounded once (M4). */
export const discountOn = (amount: Minor, percent: number): Minor => 0 - scale(amount, percent, 100);
