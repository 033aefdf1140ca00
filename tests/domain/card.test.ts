import cardValidator from 'card-validator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cardBrand,
  codeLength,
  expiryMonth,
  expiryYear,
  formatCardNumber,
  isCardNumberValid,
  isCompleteNumber,
  isExpired,
  MAX_SECURITY_CODE_LENGTH,
  maxLength,
} from '#domain/card.ts';
import { cardTypes } from '#domain/constants.ts';
import { digitsOf } from '#domain/digits.ts';
import { digits } from '#tests/support/arbitraries.ts';

/** Digits with the one last digit that makes the checksum hold. */
const withChecksum = (start: string): string => {
  const found = [...'0123456789'].find((last) => {
    const weights = [...`${start}${last}`].reverse().map((digit, index) => Number(digit) * (index % 2 ? 2 : 1));
    return weights.reduce((sum, n) => sum + Math.floor(n / 10) + (n % 10), 0) % 10 === 0;
  });
  return `${start}${found}`;
};

describe('§5: the brand by the first digits', () => {
  it.each([
    ['4', 'visa'],
    ['4242424242424242', 'visa'],
    ['51', 'mastercard'],
    ['55', 'mastercard'],
    ['2221', 'mastercard'],
    ['2720', 'mastercard'],
    ['34', 'amex'],
    ['37', 'amex'],
    ['5018', 'maestro'],
    ['5020', 'maestro'],
    ['5038', 'maestro'],
    ['5612', 'maestro'],
    ['5893', 'maestro'],
    ['6304', 'maestro'],
    ['6390', 'maestro'],
    ['6759', 'maestro'],
    ['6761', 'maestro'],
    ['6763', 'maestro'],
    ['6799990100000000019', 'maestro'],
    ['', 'other'],
    ['2', 'other'],
    ['2220', 'other'],
    ['2721', 'other'],
    ['3', 'other'],
    ['35', 'other'],
    ['6011', 'other'],
    ['62', 'other'],
    ['65', 'other'],
    ['6100', 'maestro'],
    ['6599', 'other'],
    ['5600', 'maestro'],
    ['6699', 'maestro'],
    ['6999', 'maestro'],
    // Cards of Brazilian brands, beside their neighbours.
    ['504175', 'other'],
    ['504174', 'maestro'],
    ['504176', 'maestro'],
    ['506698', 'maestro'],
    ['506699', 'other'],
    ['506778', 'other'],
    ['506779', 'maestro'],
    ['508999', 'maestro'],
    ['509000', 'other'],
    ['509999', 'other'],
    ['636296', 'maestro'],
    ['636297', 'other'],
    ['636298', 'maestro'],
    ['636367', 'maestro'],
    ['636368', 'other'],
    ['636369', 'maestro'],
    ['637094', 'maestro'],
    ['637095', 'other'],
    ['637096', 'maestro'],
  ])('%s is %s', (number, brand) => {
    expect(cardBrand(number)).toBe(brand);
  });
});

describe('§5: length and checksum', () => {
  it.each([
    ['4242424242424242', 'Visa of 16'],
    [withChecksum('42424242424242424'), 'Visa of 18'],
    [withChecksum('424242424242424242'), 'Visa of 19'],
    ['5555555555554444', 'Mastercard'],
    ['2223003122003222', 'Mastercard of the 2 series'],
    ['378282246310005', 'American Express of 15'],
    ['6759649826438453', 'Maestro of 16'],
    ['6799990100000000019', 'Maestro of 19'],
    [withChecksum('67596498264'), 'Maestro of 12'],
    [withChecksum('675964982643'), 'Maestro of 13'],
    ['6011111111111117', 'unknown brand of 16'],
    ['30569309025904', 'unknown brand of 14'],
    [withChecksum('35300000000'), 'unknown brand of 12'],
    ['4242 4242 4242 4242', 'with spaces'],
    ['4242-4242-4242-4242', 'with hyphens'],
    ['4242.4242.4242.4242', 'with full stops'],
    ['４２４２４２４２４２４２４２４２', 'in full-width digits'],
    ['\u00a04242\u20094242 4242 4242 ', 'with odd spaces'],
  ])('%s passes (%s)', (number) => {
    expect(isCardNumberValid(number)).toBe(true);
  });

  it.each([
    ['', 'nothing'],
    ['4242424242424241', 'wrong checksum'],
    [withChecksum('424242424242'), 'Visa of 13'],
    [withChecksum('4242424242424242'), 'Visa of 17'],
    [withChecksum('55555555555544'), 'Mastercard of 15'],
    [withChecksum('5555555555554444'), 'Mastercard of 17'],
    [withChecksum('378282246310005'), 'American Express of 16'],
    [withChecksum('6759649826'), 'Maestro of 11'],
    [withChecksum('3530000000'), 'unknown brand of 11'],
    [withChecksum('3530000000000000000'), 'unknown brand of 20'],
    ['4242x4242x4242x4242', 'letters between'],
    ['४२४२४२४२४२४२४२४२', 'digits that no keyboard of ours writes'],
  ])('%s is refused (%s)', (number) => {
    expect(isCardNumberValid(number)).toBe(false);
  });

  const start = fc.constantFrom('4', '51', '2300', '37', '6759', '35');
  const valid = fc.tuple(start, digits(18, 18)).map(([first, rest]) => {
    const length = first === '37' ? 15 : 16;
    return withChecksum(`${first}${rest}`.slice(0, length - 1));
  });

  it('every number with the right length and checksum passes, and none with one digit changed', () => {
    fc.assert(
      fc.property(valid, fc.nat(14), fc.integer({ min: 1, max: 9 }), (number, index, shift) => {
        const at = index + 1;
        const changed = `${number.slice(0, at)}${(Number(number[at]) + shift) % 10}${number.slice(at + 1)}`;
        return isCardNumberValid(number) && (number.length <= at || !isCardNumberValid(changed));
      }),
    );
  });

  it('agrees with an independent validator on Visa, Mastercard and American Express', () => {
    fc.assert(
      fc.property(fc.constantFrom('4242', '5105', '2720', '3782'), digits(8, 15), (first, rest) => {
        const number = `${first}${rest}`;
        return isCardNumberValid(number) === cardValidator.number(number).isValid;
      }),
    );
  });
});

describe('masks', () => {
  it.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['6799990100000000019', '6799 9901 0000 0000 019'],
    ['4242', '4242'],
    ['42424', '4242 4'],
    ['3', '3'],
    ['37828', '3782 8'],
    ['4242 4242-4242.4242', '4242 4242 4242 4242'],
    ['４２４２４２４２', '4242 4242'],
    ['card 4242', '4242'],
    ['55555555555544449', '5555 5555 5555 4444'],
    ['3782822463100059', '3782 822463 10005'],
    ['', ''],
  ])('%s is written %s', (typed, shown) => {
    expect(formatCardNumber(typed)).toBe(shown);
  });

  it('the mask changes no digit, and masking twice changes nothing', () => {
    fc.assert(
      fc.property(digits(0, 19), (typed) => {
        const shown = formatCardNumber(typed);
        return digitsOf(shown) === typed.slice(0, maxLength(cardBrand(typed))) && formatCardNumber(shown) === shown;
      }),
    );
  });

  it('typing digit by digit adds one digit each time, also where the brand becomes known', () => {
    fc.assert(
      fc.property(fc.constantFrom('37', '34', '4', '51'), digits(18, 18), (first, rest) => {
        const typed = `${first}${rest}`;
        let shown = '';
        for (const digit of typed.slice(0, 15)) {
          const before = digitsOf(shown).length;
          shown = formatCardNumber(`${shown}${digit}`);
          expect(digitsOf(shown).length).toBe(before + 1);
        }
        expect(digitsOf(shown)).toBe(typed.slice(0, 15));
      }),
    );
  });

  it('American Express has a code of four digits, all others of three', () => {
    expect(cardTypes.map((brand) => [brand, codeLength(brand), maxLength(brand)])).toEqual([
      ['visa', 3, 19],
      ['mastercard', 3, 16],
      ['amex', 4, 15],
      ['maestro', 3, 19],
      ['other', 3, 19],
    ]);
    expect(MAX_SECURITY_CODE_LENGTH).toBe(4);
  });
});

describe('when typing is done and focus moves on', () => {
  it.each([
    ['4242424242424242', true, 'Visa of 16, valid'],
    ['4242424242424241', false, 'Visa of 16, not valid: there may be more'],
    ['424242424242424242', false, 'Visa of 18'],
    ['4242424242424242424', true, 'Visa at its longest'],
    ['5555555555554444', true, 'Mastercard'],
    ['5555555555554445', true, 'Mastercard has no other length'],
    ['37828224631000', false, 'American Express of 14'],
    ['378282246310005', true, 'American Express of 15'],
    ['6759649826438453', true, 'Maestro of 16, valid'],
    ['675964982643', false, 'Maestro of 12'],
    ['', false, 'nothing'],
  ])('%s: %s (%s)', (number, done) => {
    expect(isCompleteNumber(number)).toBe(done);
  });
});

describe("§5: expiry, the year sent as '20' and two digits", () => {
  it.each([
    ['27', '2027'],
    ['2027', '2027'],
    ['20', '2020'],
    ['２７', '2027'],
    ['', ''],
    ['7', ''],
    ['202', ''],
    ['1927', ''],
    ['20270', ''],
    ['12025', ''],
    ['20251', ''],
  ])('the year %s is sent as %s', (typed, sent) => {
    expect(expiryYear(typed)).toBe(sent);
  });

  it('is prefixed exactly once for any input', () => {
    fc.assert(fc.property(fc.string(), (typed) => /^(20\d\d)?$/.test(expiryYear(expiryYear(typed)))));
    fc.assert(
      fc.property(digits(2, 2), (two) => expiryYear(two) === `20${two}` && expiryYear(`20${two}`) === `20${two}`),
    );
  });

  it.each([
    ['01', '01'],
    ['12', '12'],
    ['3', '03'],
    ['0', ''],
    ['00', ''],
    ['13', ''],
    ['', ''],
    ['112', ''],
    ['123', ''],
  ])('the month %s is sent as %s', (typed, sent) => {
    expect(expiryMonth(typed)).toBe(sent);
  });

  it.each([
    ['03', '2025', false, 'this month'],
    ['02', '2025', true, 'last month'],
    ['12', '2024', true, 'last year'],
    ['01', '2026', false, 'next year'],
  ])('on 31 March 2025, %s/%s is expired: %s (%s)', (month, year, expired) => {
    expect(isExpired(month, year, '2025-03-31')).toBe(expired);
  });
});
