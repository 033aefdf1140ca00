/*
 * A country's code is ISO 3166-1 alpha-2, but for the United Kingdom, which is 'UK' here (§2); so each country has one
 * code everywhere.
 */

/** A code in any case as it is written here: 'gb' is 'UK'. */
export const countryCodeOf = (code: string): string => (code.toUpperCase() === 'GB' ? 'UK' : code.toUpperCase());

/** The ISO code, for tables of country names. */
export const isoCode = (code: string): string => (code === 'UK' ? 'GB' : code);
