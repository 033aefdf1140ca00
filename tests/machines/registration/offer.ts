import type { Coverage, Dictionary, NumberList } from '#contract/coverage.ts';

/** A small offer for the walks: two countries, few types, states, areas and numbers. */

export const names: Dictionary = {
  country: { DE: 'Germany', US: 'United States' },
  ddi_type: { G: 'Geographic', T: 'Toll-free' },
  us_state: { NY: 'New York' },
};

const place = { id: 0, country_code: '', country_tel_code: '', ddi_type: '', area_code: '', state_code: '', city: '' };
export const record = (part: Partial<Coverage>): Coverage => ({ ...place, browsable: true, ...part });

const germany = { country_code: 'DE', country_tel_code: '49' };
const usa = { country_code: 'US', country_tel_code: '1' };

export const countries = [record({ id: 1, ...germany }), record({ id: 2, ...usa })];
export const germanTypes = [record({ ...germany, ddi_type: 'G' }), record({ ...germany, ddi_type: 'T' })];
export const americanTypes = [record({ ...usa, ddi_type: 'G' })];

export const berlin = record({ id: 11, ...germany, ddi_type: 'G', area_code: '30', city: 'Berlin' });
export const munich = record({ id: 12, ...germany, ddi_type: 'G', area_code: '89', city: 'Munich' });
export const bonn = record({ id: 13, ...germany, ddi_type: 'G', area_code: '228', city: 'Bonn' });
export const tollFree = record({ id: 14, ...germany, ddi_type: 'T', area_code: '800' });
export const newYork = record({ id: 21, ...usa, ddi_type: 'G', area_code: '212', state_code: 'NY', city: 'New York' });

export const prices = { USD: { nrc: 5, mrc: 3 }, EUR: { nrc: 4, mrc: 2 } };
export const listOf = (...numbers: string[]): NumberList => ({
  numbers: numbers.map((e164) => ({ e164 })),
  is_package: false,
  prices,
});
export const berlinNumbers = listOf('+49301234567', '+49301234568');
export const noNumbers = listOf();

export const packages = [
  { type: 'P' as const, prices: { USD: 15, EUR: 14 }, cx_prices: { USD: 9, EUR: 8 } },
  { type: 'A' as const, prices: { USD: 25, EUR: 24 }, cx_prices: { USD: 9, EUR: 8 } },
];
