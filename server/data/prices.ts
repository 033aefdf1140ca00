import type { Currency, DdiType, PackageType } from '#domain/constants.ts';
import type { Minor } from '#domain/money.ts';

/*
 * A SAMPLE price list: the specification shows no prices (§9). An operator replaces this file. All amounts are minor
 * units (cents, pence, grosze), without taxes.
 */

type Amounts = Readonly<Record<Currency, Minor>>;

/** §1: monthly price per user, by plan. */
export const packagePrices: Readonly<Record<PackageType, Amounts>> = {
  P: { USD: 1500, EUR: 1400, GBP: 1200, PLN: 5900 },
  A: { USD: 2900, EUR: 2700, GBP: 2300, PLN: 11_500 },
};

/** §1: monthly price of the CX add-on, by plan of the user it is assigned to. */
export const cxPrices: Readonly<Record<PackageType, Amounts>> = {
  P: { USD: 900, EUR: 850, GBP: 750, PLN: 3600 },
  A: { USD: 900, EUR: 850, GBP: 750, PLN: 3600 },
};

/**
 * §1: a number's one-off set-up fee (nrc) and monthly fee (mrc); a number that belongs to a package has no price of its
 * own.
 */
type NumberPrice = { isPackage: boolean; nrc: Amounts; mrc: Amounts };

const free: Amounts = { USD: 0, EUR: 0, GBP: 0, PLN: 0 };

/** The prices of a number by its type. */
export const numberPrices: Readonly<Record<DdiType, NumberPrice>> = {
  G: {
    isPackage: false,
    nrc: { USD: 500, EUR: 500, GBP: 400, PLN: 2000 },
    mrc: { USD: 300, EUR: 300, GBP: 250, PLN: 1200 },
  },
  M: {
    isPackage: false,
    nrc: { USD: 1000, EUR: 900, GBP: 800, PLN: 3900 },
    mrc: { USD: 600, EUR: 550, GBP: 500, PLN: 2400 },
  },
  N: { isPackage: true, nrc: free, mrc: free },
  T: {
    isPackage: false,
    nrc: { USD: 1500, EUR: 1400, GBP: 1200, PLN: 5900 },
    mrc: { USD: 900, EUR: 850, GBP: 700, PLN: 3500 },
  },
};
