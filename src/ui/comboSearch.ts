import { type Dialled, readDialled, withoutTrunk } from '#domain/dialled.ts';
import { spellings } from '#domain/searchText.ts';

/** An option of a long list: the value sent, the label, and the keywords it is found by. */
export type ComboOption = {
  id: string;
  label: string;
  /** Further keywords: other names, and a number with its country code as in '+49 221'. */
  keywords?: readonly string[] | undefined;
};

/** An option with its words and digits normalised for the search. */
type Entry = { option: ComboOption; names: readonly string[]; code: string; national: string; shown: string };

const hasLetter = /\p{L}/u;

/** The options of a list, those that are prepared for the search so far, and whether a search has missed the others. */
type Searchable = { options: readonly ComboOption[]; entries: Entry[]; isAwaited: boolean };

export const searchable = (options: readonly ComboOption[]): Searchable => ({ options, entries: [], isAwaited: false });

/** How many options are prepared between two looks at the clock. */
const PORTION = 50;

/**
 * Prepares each option once, so that a key press only compares; as long as `hasTime` allows. Returns whether all are
 * prepared.
 */
export function prepare({ options, entries }: Searchable, hasTime = () => true): boolean {
  while (entries.length < options.length) {
    if (!hasTime()) return false;
    for (const option of options.slice(entries.length, entries.length + PORTION)) entries.push(prepared(option));
  }
  return true;
}

/**
 * Durations of a task in ms: of preparing in advance, during which a key may be pressed, and within a search, for which
 * a key waits.
 */
const SLICE = 8;
const SEARCH_SLICE = 12;

/** A function that returns whether a task of this many ms may continue. */
function within(milliseconds: number): () => boolean {
  const end = performance.now() + milliseconds;
  return () => performance.now() < end;
}

/**
 * Prepares the options in short tasks, before the visitor types. `onFound` is called at the end if a search had to do
 * without some of them. Returns a function to stop.
 */
export function prepareAhead(list: Searchable, onFound: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const prepareNext = () => {
    if (!prepare(list, within(SLICE))) timer = setTimeout(prepareNext);
    else if (list.isAwaited) onFound();
  };
  timer = setTimeout(prepareNext);
  return () => clearTimeout(timer);
}

/** Uses few regular expressions: lists have thousands of options, and a key may be pressed before all are prepared. */
function prepared(option: ComboOption): Entry {
  const { label, keywords = [] } = option;
  const number = isNumber(label) ? label : keywords.find(isNumber);
  const words = keywords.filter((text) => !isNumber(text) && hasLetter.test(text));
  return {
    option,
    names: words.length > 0 ? unique([label, ...words].flatMap(spellings)) : spellings(label),
    ...(number ? split(number) : { code: '', national: asciiDigits(label) }),
    shown: isNumber(label) ? asciiDigits(label) : '',
  };
}

/** '+49 221 …': the country code, and the digits after it. */
function split(number: string): { code: string; national: string } {
  const end = number.indexOf(' ');
  return end < 0
    ? { code: number.slice(1), national: '' }
    : { code: number.slice(1, end), national: asciiDigits(number.slice(end)) };
}

const isNumber = (text: string): boolean => text.startsWith('+');
const asciiDigits = (text: string): string => text.replace(/\D+/g, '');
const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/**
 * The options that match a text by words, by digits, or by both if it has both: exact matches first, then prefixes,
 * then the others; each group in the given order. An empty text matches all. Options that are not prepared yet are
 * prepared, as long as `hasTime` allows; the others are not found.
 */
export function search(list: Searchable, text: string, hasTime = within(SEARCH_SLICE)): ComboOption[] {
  const words = spellings(text.replace(/\p{N}+/gu, ' '));
  const dialled = readDialled(text.replace(/\p{L}+/gu, ' '));
  const hasWords = words[0] !== '';
  const hasDigits = /\p{Nd}/u.test(text);
  if (!hasWords && !hasDigits) return [...list.options];

  if (!prepare(list, hasTime)) list.isAwaited = true;
  const fitting: [called: ComboOption[], begins: ComboOption[], holds: ComboOption[]] = [[], [], []];
  for (const entry of list.entries) {
    const byWords = hasWords ? nearestName(entry, words) : 0;
    const byDigits = hasDigits && byWords !== NO_MATCH ? nearestNumber(entry, dialled) : 0;
    const nearest = Math.max(byWords, byDigits) as Closeness;
    if (nearest !== NO_MATCH) fitting[nearest].push(entry.option);
  }
  const [called, begins, holds] = fitting;
  return called.concat(begins, holds);
}

/** How closely a text matches: exactly, as a prefix, anywhere, or not at all. */
type Closeness = 0 | 1 | 2 | 3;
const [EXACT, PREFIX, CONTAINS, NO_MATCH] = [0, 1, 2, 3] as const;

function nearestName({ names }: Entry, words: readonly string[]): Closeness {
  let nearest: Closeness = NO_MATCH;
  for (const name of names) {
    for (const sought of words) {
      const at = name.indexOf(sought);
      if (at < 0) continue;
      const here = at > 0 ? CONTAINS : continuesWithLetter(name, sought.length) ? PREFIX : EXACT;
      if (here < nearest) nearest = here;
    }
  }
  return nearest;
}

/**
 * Whether the word continues with a letter there. Compares codes, because each key press compares tens of thousands of
 * names.
 */
function continuesWithLetter(name: string, at: number): boolean {
  const code = name.charCodeAt(at);
  return code < 0x80 ? code > 0x39 : hasLetter.test(name.charAt(at));
}

function nearestNumber({ code, national, shown }: Entry, { isInternational, digits }: Dialled): Closeness {
  if (isInternational) {
    // Only the country code so far, or its first digit.
    if (!digits.startsWith(code)) return code.startsWith(digits) ? CONTAINS : NO_MATCH;
    const underCode = withoutTrunk(digits.slice(code.length));
    return underCode === '' ? CONTAINS : nearestStart(national, underCode);
  }
  const start = nearestStart(national, digits);
  if (start !== NO_MATCH) return start;
  // If the label itself is a number, its own first digits count as a prefix.
  if (shown.startsWith(digits)) return PREFIX;
  if (national.includes(digits)) return CONTAINS;
  if (!digits.startsWith(code)) return NO_MATCH;
  const underCode = withoutTrunk(digits.slice(code.length));
  return underCode === '' ? NO_MATCH : nearestStart(national, underCode);
}

/**
 * How closely the start of a number matches; also if more digits were typed than the option has, as for an area code.
 */
function nearestStart(number: string, sought: string): Closeness {
  if (number === sought) return EXACT;
  if (number.startsWith(sought)) return sought === '' ? CONTAINS : PREFIX;
  return number !== '' && sought.startsWith(number) ? CONTAINS : NO_MATCH;
}
