import { withoutInvisibles } from './invisible.ts';

/** Letters that do not decompose into a base letter and an accent, with their plain spelling. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};
const special = /[ßłøđðþæœı]/g;

/** How letters are typed on keyboards without them: 'Muenchen'. */
const spelledOut: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

const isAscii = (text: string) => !/[^\x20-\x7e]/.test(text);

/** A text in the form used for searching: without accents and apostrophes, words separated by one space. */
const folded = (lowerCase: string): string =>
  lowerCase
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(special, (letter) => plainLetters[letter] ?? letter)
    .replace(/['’`´ʼ]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The fast path for the many texts that need no folding. */
const asciiFolded = (lowerCase: string): string =>
  lowerCase
    .replace(/['`]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** The ways in which a text may be typed in a search: 'munchen' and 'muenchen' for 'München'. */
export function spellings(text: string): readonly string[] {
  if (isAscii(text)) return [asciiFolded(text.toLowerCase())];
  const lowerCase = withoutInvisibles(text).normalize('NFC').toLowerCase();
  const spelled = lowerCase.replace(/[äöüåø]/g, (letter) => spelledOut[letter] ?? letter);
  return spelled === lowerCase ? [folded(lowerCase)] : [folded(lowerCase), folded(spelled)];
}
