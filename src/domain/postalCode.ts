/** Countries whose post knows no postal codes: nobody there can be asked for one. */
const without = new Set(
  (
    'AE AG AO AW BF BI BJ BO BS BW BZ CD CF CG CI CM DJ DM ER FJ GA GD GH GM GQ GY HK JM KI KM KN KP ' +
    'ML MO MR MW NR NU PA QA RW SB SC SL SR ST SY TD TG TK TL TO TV UG VU YE ZW'
  ).split(' '),
);

/** Whether addresses in a country (two letters) have a postal code; true while none is chosen. */
export const hasPostalCodes = (country: string): boolean => !without.has(country);
