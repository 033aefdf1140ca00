import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cardNumberMask, codeMask, monthMask, yearMask } from '#ui/cardMasks.ts';
import { applyEdit, caretAfter, fillIn, type Mask, upperCase } from '#ui/mask.ts';

const numeral = fc.constantFrom(...'0123456789');
const starts = fc.constantFrom('', '4', '4242', '37', '34', '5555', '2221', '50', '6304', '9');
const card = fc
  .tuple(starts, fc.array(numeral, { maxLength: 15 }))
  .map(([start, rest]) => (start + rest.join('')).slice(0, 19))
  .filter((number) => number.length <= cardNumberMask.limit(number));
const shortNumber = fc.array(numeral, { maxLength: 2 }).map((parts) => parts.join(''));
const place = fc.double({ min: 0, max: 1, noNaN: true });

type Stroke = { key: 'insert' | 'backspace' | 'delete'; digit: string };
const stroke: fc.Arbitrary<Stroke> = fc.record({
  key: fc.constantFrom('insert', 'backspace', 'delete'),
  digit: numeral,
});

/** What the browser leaves in the field after one stroke with the caret at a place of the shown text. */
function afterStroke(shown: string, caret: number, { key, digit }: Stroke) {
  if (key === 'insert') return { text: shown.slice(0, caret) + digit + shown.slice(caret), caret: caret + 1 };
  if (key === 'backspace') {
    return { text: shown.slice(0, Math.max(caret - 1, 0)) + shown.slice(caret), caret: Math.max(caret - 1, 0) };
  }
  return { text: shown.slice(0, caret) + shown.slice(caret + 1), caret, forward: true };
}

/** The same stroke on the bare digits, as a person thinks of it; what does not fit is refused. */
function naive(mask: Mask, value: string, at: number, { key, digit }: Stroke) {
  const changed =
    key === 'insert'
      ? { value: value.slice(0, at) + digit + value.slice(at), at: at + 1 }
      : key === 'backspace'
        ? { value: value.slice(0, Math.max(at - 1, 0)) + value.slice(at), at: Math.max(at - 1, 0) }
        : { value: value.slice(0, at) + value.slice(at + 1), at };
  return key === 'insert' && changed.value.length > mask.limit(changed.value) ? { value, at } : changed;
}

const holds = (mask: Mask, value: string, where: number, keyStroke: Stroke) => {
  const shown = mask.show(value);
  const caret = Math.round(where * shown.length);
  const before = mask.clean(shown.slice(0, caret)).length;
  const result = applyEdit(mask, { value, shown, ...afterStroke(shown, caret, keyStroke) });
  expect(result).toEqual(naive(mask, value, before, keyStroke));
  const drawn = mask.show(result.value);
  expect(mask.clean(drawn.slice(0, caretAfter(mask, drawn, result.at))).length).toBe(result.at);
};

test('a key at any position of a card number changes its digits as it would without the spaces', () => {
  fc.assert(
    fc.property(card, place, stroke, (value, where, keyStroke) => holds(cardNumberMask, value, where, keyStroke)),
  );
});

test('a key at any position of a month changes its digits as expected', () => {
  fc.assert(
    fc.property(shortNumber, place, stroke, (value, where, keyStroke) => holds(monthMask, value, where, keyStroke)),
  );
});

test('a key at any position of a year changes its digits as expected', () => {
  const year = shortNumber.filter((value) => !value.startsWith('20') && !value.startsWith('2'));
  const otherStroke = stroke.filter(({ digit }) => digit !== '2');
  fc.assert(fc.property(year, place, otherStroke, (value, where, key) => holds(yearMask, value, where, key)));
});

test('an American Express number grows by one digit each time', () => {
  let value = '';
  for (const [index, digit] of [...'378282246310005'].entries()) {
    const shown = cardNumberMask.show(value);
    ({ value } = applyEdit(cardNumberMask, { value, shown, text: shown + digit, caret: shown.length + 1 }));
    expect(value).toHaveLength(index + 1);
  }
  expect(cardNumberMask.show(value)).toBe('3782 822463 10005');
});

const pasted = [
  ['into an empty field', '', '', '4242424242424242', ''],
  ['with spaces', '', '', '4242 4242 4242 4242', ''],
  ['with hyphens', '', '', '4242-4242-4242-4242', ''],
  ['a second time behind the first', '4242424242424242', '4242 4242 4242 4242', '4242424242424242', ''],
  ['over a part', '42421111', '', '4242 4242 4242 4242', '1111'],
  ['over everything', '', '', '4242 4242 4242 4242', ''],
  ['before what stood there', '42', '', '4242 4242 4242 4242', '42'],
] as const;

test.each(pasted)('a complete number pasted %s replaces the content', (_, value, before, text, after) => {
  const shown = cardNumberMask.show(value);
  const edit = { value, shown, text: before + text + after, caret: (before + text).length, inserted: text };
  expect(applyEdit(cardNumberMask, edit).value).toBe('4242424242424242');
});

const wholeNumbers = [
  '4242424242424242',
  '378282246310005',
  '5555555555554444',
  '6304000000000000',
  '4000000000000000006',
];
const wholeNumber = fc.constantFrom(...wholeNumbers);
const writtenAs = fc.constantFrom(
  (number: string) => number,
  (number: string) => cardNumberMask.show(number),
  (number: string) => number.replace(/(.{4})(?=.)/g, '$1-'),
);

test('a complete number set by autofill replaces the content, however it is formatted', () => {
  fc.assert(
    fc.property(wholeNumber, writtenAs, (number, write) => {
      expect(fillIn(cardNumberMask, write(number))).toBe(number);
    }),
  );
});

test('a complete number pasted over, after or before a complete one replaces it', () => {
  fc.assert(
    fc.property(fc.oneof(card, wholeNumber), wholeNumber, writtenAs, place, (value, number, write, where) => {
      const shown = cardNumberMask.show(value);
      const text = write(number);
      const paste = { value, shown, text, caret: text.length, inserted: text };
      expect(applyEdit(cardNumberMask, paste)).toEqual({ value: number, at: number.length });
      const at = Math.round(where * shown.length);
      const between = shown.slice(0, at) + text + shown.slice(at);
      const edit = { value, shown, text: between, caret: at + text.length, inserted: text };
      expect(applyEdit(cardNumberMask, edit).value).toBe(number);
    }),
  );
});

test.each([
  ['a month', monthMask, '12'],
  ['a year', yearMask, '31'],
  ['a code', codeMask('visa'), '123'],
  ['a postal code', upperCase(), 'SW1A 1AA'],
] as const)('%s set twice is entered once', (_, mask, value) => {
  expect(fillIn(mask, value)).toBe(value);
  const twice = { value, shown: mask.show(value), text: value, caret: value.length };
  expect(applyEdit(mask, twice).value).toBe(value);
});

test('a security code set before the number keeps the fourth digit of American Express', () => {
  expect(fillIn(codeMask('other'), '1234')).toBe('1234');
});

test('the rest of a number after typed digits does not replace them', () => {
  const edit = { value: '6304', shown: '6304', text: '6304000000000000', caret: 16, inserted: '6304000000000000' };
  expect(applyEdit(cardNumberMask, edit).value).toBe('6304000000000000');
});

test('digits beyond the length of a brand stay visible after the first ones are edited', () => {
  const value = '3742424242424242424';
  expect(cardNumberMask.clean(cardNumberMask.show(value))).toBe(value);
});

test.each([
  ['27', '27'],
  ['2027', '27'],
  ['２０２７', '27'],
])('a year set as %s is %s', (text, year) => {
  expect(applyEdit(yearMask, { value: '', shown: '', text, caret: text.length }).value).toBe(year);
});

test.each([
  ['04/29', '04', '29'],
  ['4/29', '4', '29'],
  ['04 / 2029\n', '04', '29'],
  ['04-29', '04', '29'],
  ['٠٤/٢٩', '04', '29'],
])('of an expiry date that is pasted as “%s”, the month is %s and the year %s', (text, month, year) => {
  const edit = { value: '', shown: '', text, caret: text.length, inserted: text };
  expect([applyEdit(monthMask, edit).value, applyEdit(yearMask, edit).value]).toEqual([month, year]);
  expect([fillIn(monthMask, text), fillIn(yearMask, text)]).toEqual([month, year]);
});

test('upper case keeps the text after the caret, even if a letter becomes two', () => {
  const edit = { value: 'SW1A 1AA', shown: 'SW1A 1AA', text: 'SWß1A 1AA', caret: 3 };
  expect(applyEdit(upperCase(), edit)).toEqual({ value: 'SWSS1A 1AA', at: 4 });
});
