import { createHash } from 'node:crypto';
import type { NumberPrices } from '#contract/coverage.ts';
import { currencies } from '#domain/constants.ts';
import { toDecimal } from '#domain/money.ts';
import { numberPrices } from '../data/prices.ts';
import type { CoverageTable } from '../store/tables/operation.ts';

/** The input of the number generator. */
export type Area = Pick<CoverageTable, 'id' | 'country_code' | 'country_tel_code' | 'ddi_type' | 'area_code'>;

/** A list has 5 to 20 numbers. */
const MIN_NUMBERS = 5;
const MAX_NUMBERS = 20;
/** Spare candidates replace numbers that are taken. */
const CANDIDATES = 80;
/** Every fiftieth area is empty, so that the empty list can be tried. */
const EMPTY_EVERY = 50;

/** Length of national numbers (without the country code), by country and, if it differs, type. */
const nationalLength: Readonly<Record<string, number>> = {
  US: 10,
  CA: 10,
  UK: 10,
  AU: 9,
  'AU N': 10,
  'AU T': 10,
  BR: 10,
  'BR M': 11,
  PT: 9,
  ES: 9,
  MX: 10,
  DE: 10,
  'DE M': 11,
  'DE N': 11,
  PL: 9,
  'INT N': 12,
  'INT T': 8,
};

/** Valid first digits after the area code; trunk and service prefixes are excluded. */
const firstDigits: Readonly<Record<string, string>> = {
  'BR G': '2345',
  'AU G': '9',
  'MX G': '8',
  'INT N': '0123456789',
};

/** Whether the sample data has no free number in the area. */
export const isEmptyArea = ({ id }: Pick<Area, 'id'>): boolean => id % EMPTY_EVERY === 0;

/** The number of entries in an area's list. */
export const listLength = ({ id }: Pick<Area, 'id'>): number =>
  MIN_NUMBERS + (Number(randomDigits(id, -1)) % (MAX_NUMBERS - MIN_NUMBERS + 1));

/**
 * The numbers of an area, as '+49…', the same on every call. They are generated with the country's valid length; a real
 * service would query its stock here.
 */
export function candidates(area: Area): string[] {
  if (isEmptyArea(area)) return [];
  const found = new Set<string>();
  for (let turn = 0; found.size < CANDIDATES && turn < CANDIDATES * 2; turn += 1) found.add(numberOf(area, turn));
  return [...found];
}

function numberOf(area: Area, turn: number): string {
  const { country_code, country_tel_code, ddi_type, area_code } = area;
  const kind = `${country_code} ${ddi_type}`;
  const length = (nationalLength[kind] ?? nationalLength[country_code] ?? 10) - area_code.length;
  const digits = randomDigits(area.id, turn);
  const first = firstDigits[kind] ?? '2345678';
  const subscriber = `${first[Number(digits.slice(0, 2)) % first.length]}${digits.slice(2, length + 1)}`;
  return `+${country_tel_code}${area_code}${subscriber}`;
}

/** Sixteen pseudo-random digits for an area and a turn. */
const randomDigits = (id: number, turn: number): string =>
  createHash('sha256').update(`${id}/${turn}`).digest().readBigUInt64BE().toString().padStart(20, '0').slice(-16);

/** §3: prices of an area's numbers as sent to the client: decimals for each currency. */
export function pricesOf({ ddi_type }: Pick<Area, 'ddi_type'>): { is_package: boolean; prices: NumberPrices } {
  const { isPackage, nrc, mrc } = numberPrices[ddi_type as keyof typeof numberPrices];
  const prices = Object.fromEntries(
    currencies.map((currency) => [currency, { nrc: toDecimal(nrc[currency]), mrc: toDecimal(mrc[currency]) }]),
  );
  return { is_package: isPackage, prices };
}
