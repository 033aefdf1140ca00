/** One line of a long list: what is sent, what is read, and figures beside it that can be searched too. */
export type ComboOption = {
  id: string;
  label: string;
  /** For example the area code or the phone number's other writing. */
  note?: string;
};

/** An option with its words as they are searched: without accents and capitals; and its digits. */
type Entry = { option: ComboOption; words: string; digits: string };

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
    return { option, words: `${fold(text)} ${fold(spelledOut(text))}`, digits: digitsIn(text) };
  });

/**
 * F6: the options that fit a text, by word or by digits; those that begin with it first, else in their own order.
 * An empty text fits all.
 */
export function search(entries: readonly Entry[], text: string): ComboOption[] {
  const words = fold(text.trim());
  if (words === '') return entries.map(({ option }) => option);
  const digits = /^[\d\s()+./-]+$/.test(words) ? withoutTrunk(digitsIn(words)) : '';
  const first: ComboOption[] = [];
  const other: ComboOption[] = [];
  for (const entry of entries) {
    if (entry.words.startsWith(words) || (digits !== '' && entry.digits.startsWith(digits))) first.push(entry.option);
    else if (entry.words.includes(words) || (digits !== '' && entry.digits.includes(digits))) other.push(entry.option);
  }
  return first.concat(other);
}
