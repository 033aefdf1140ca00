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

const digitsIn = (text: string) => text.replace(/\D/g, '');

/** Folds all options once, so that each key pressed only compares. */
export const searchable = (options: readonly ComboOption[]): readonly Entry[] =>
  options.map((option) => {
    const text = `${option.label} ${option.note ?? ''}`;
    return { option, words: fold(text), digits: digitsIn(text) };
  });

/**
 * F6: the options that fit a text, by word or by digits; those that begin with it first, else in their own order.
 * An empty text fits all.
 */
export function search(entries: readonly Entry[], text: string): ComboOption[] {
  const words = fold(text.trim());
  if (words === '') return entries.map(({ option }) => option);
  const digits = /^[\d\s()+./-]+$/.test(words) ? digitsIn(words) : '';
  const first: ComboOption[] = [];
  const other: ComboOption[] = [];
  for (const entry of entries) {
    if (entry.words.startsWith(words) || (digits !== '' && entry.digits.startsWith(digits))) first.push(entry.option);
    else if (entry.words.includes(words) || (digits !== '' && entry.digits.includes(digits))) other.push(entry.option);
  }
  return first.concat(other);
}
