/** One line of a long list: what is sent, what is read, and figures beside it that can be searched too. */
export type ComboOption = {
  id: string;
  label: string;
  /** For example the area code or the phone number's other writing. */
  note?: string;
};

/** An option with its words as they are searched: without accents and capitals, umlauts both ways; and its digits. */
type Entry = { option: ComboOption; spellings: readonly string[]; digits: string };

const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .toLowerCase();

/** How umlauts are typed where the keyboard has none: 'Muenchen'. */
const spelledOut = (text: string) => text.normalize('NFC').replace(/[äöü]/gi, (umlaut) => `${fold(umlaut)}e`);

const digitsIn = (text: string) => text.replace(/\D/g, '');

/** An area code is often typed as it is dialled at home, with a zero before it. */
const withoutTrunk = (digits: string) => digits.replace(/^0+(?=.)/, '');

/** Folds all options once, so that each key pressed only compares. */
export const searchable = (options: readonly ComboOption[]): readonly Entry[] =>
  options.map((option) => {
    const text = `${option.label} ${option.note ?? ''}`;
    const spellings = [...new Set([fold(text), fold(spelledOut(text))])];
    return { option, spellings, digits: digitsIn(text) };
  });

/**
 * F6: the options that fit a text, by word or by digits: those that are called so, then those that begin with it, then
 * the others; among equals in their own order. An empty text fits all.
 */
export function search(entries: readonly Entry[], text: string): ComboOption[] {
  const words = fold(text.trim());
  if (words === '') return entries.map(({ option }) => option);
  const digits = /^[\d\s()+./-]+$/.test(words) ? withoutTrunk(digitsIn(words)) : '';
  const fitting: [called: ComboOption[], begins: ComboOption[], holds: ComboOption[]] = [[], [], []];
  for (const { option, spellings, digits: own } of entries) {
    let best = digits === '' ? NOT_AT_ALL : closeness(own, digits, isDigit);
    for (const spelling of spellings) best = nearer(best, closeness(spelling, words, isLetter));
    if (best !== NOT_AT_ALL) fitting[best].push(option);
  }
  return fitting.flat();
}

type Closeness = 0 | 1 | 2 | 3;
const NOT_AT_ALL = 3;
const nearer = (one: Closeness, other: Closeness): Closeness => (one < other ? one : other);
const isLetter = /\p{L}/u;
const isDigit = /\d/;

/** How near a text comes to what is sought: it is called so, begins so, holds it, or none of these. */
function closeness(text: string, sought: string, goesOn: RegExp): Closeness {
  const at = text.indexOf(sought);
  if (at !== 0) return at < 0 ? NOT_AT_ALL : 2;
  return goesOn.test(text.charAt(sought.length)) ? 1 : 0;
}
