/**
 * Countries where an address is incomplete without a postal code. Data: the address metadata of Google's
 * libaddressinput (CC BY 4.0), fields `require` and `fmt`; `tests/domain/postalCode.test.ts` compares the list with it.
 */
const required = new Set(
  (
    'AS AT AU AX BE BL BR CA CH CN CZ DE DK EE ES FI FK FM FR GF GG GL GP GR GS GU HU IM IN IO IT JE JP KR LI LT LU ' +
    'LV MF MH MP MQ MX MY NC NL NO NZ PF PL PM PN PR PT PW RE RO RU SE SG SH SJ SK SM TC TR TW UA UK US VI WF YT ZA'
  ).split(' '),
);

/** The longest code of any country, plus room for input that adds a place or a country prefix. */
export const POSTAL_CODE_LIMIT = 20;

/** Whether addresses in a country (two letters) need a postal code; true while no country is chosen. */
export const requiresPostalCode = (country: string): boolean => country === '' || required.has(country);

/**
 * Whether the country changes from one to another: then values issued by a country, postal code and tax ID, are
 * cleared.
 */
export const isAnotherCountry = (before: string, after: string): boolean => before !== '' && after !== before;
