import type { Package } from '#contract/coverage.ts';
import { type Currency, currencies, packageTypes } from '#domain/constants.ts';
import { type Minor, toDecimal } from '#domain/money.ts';
import { cxPrices, packagePrices } from '../data/prices.ts';

const decimals = (amounts: Readonly<Record<Currency, Minor>>) =>
  Object.fromEntries(currencies.map((currency) => [currency, toDecimal(amounts[currency])]));

/** §3 Package: both, with their prices as sent to the client. */
export const packages: Package[] = packageTypes.map((type) => ({
  type,
  prices: decimals(packagePrices[type]),
  cx_prices: decimals(cxPrices[type]),
}));
