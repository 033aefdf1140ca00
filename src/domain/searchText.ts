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

/**
 * Whether a text has only Latin letters and signs, none of them combining or invisible. Most names do, and are folded
 * faster.
 */
const isLatin = (text: string) => !/[^\x20-\x7e\xa1-\xac\xae-\u024f]/.test(text);

/** A text without accents and apostrophes, with spaces between its words; full-width letters become usual ones. */
const plain = (lowerCase: string): string =>
  lowerCase
    .replace(/['’`´ʼ]/g, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(special, (letter) => plainLetters[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ');

const plainLatin = new Map<string, string>();

/** The same for a character of `isLatin`, which is worked out once. */
function plainCharacter(character: string): string {
  const known = plainLatin.get(character) ?? plain(character);
  plainLatin.set(character, known);
  return known;
}

/** A text in the form used for searching: plain, words separated by one space. */
const folded = (lowerCase: string): string =>
  isLatin(lowerCase)
    ? lowerCase
        .replace(/[^\x20-\x7e]/g, plainCharacter)
        .replace(/['`]/g, '')
        .replace(/[^a-z0-9\x80-\uffff]+/g, ' ')
        .trim()
    : plain(lowerCase).trim();

/** Words of names that are written in full or abbreviated: 'Saint Paul' and 'St. Paul'. */
const abbreviations: Readonly<Record<string, string>> = {
  saint: 'st',
  sainte: 'ste',
  sankt: 'st',
  mount: 'mt',
  fort: 'ft',
};
const abbreviated = new RegExp(`\\b(${Object.keys(abbreviations).join('|')})\\b`, 'g');

/**
 * The ways in which a text may be typed in a search: 'munchen' and 'muenchen' for 'München', 'saint paul' and 'st paul'
 * for 'Saint Paul'.
 */
export function spellings(text: string): readonly string[] {
  const lowerCase = (isLatin(text) ? text : withoutInvisibles(text).normalize('NFC')).toLowerCase();
  const spelled = lowerCase.replace(/[äöüåø]/g, (letter) => spelledOut[letter] ?? letter);
  const written = spelled === lowerCase ? [folded(lowerCase)] : [folded(lowerCase), folded(spelled)];
  if (written[0]?.search(abbreviated) === -1) return written;
  return [...written, ...written.map((name) => name.replace(abbreviated, (word) => abbreviations[word] ?? word))];
}
