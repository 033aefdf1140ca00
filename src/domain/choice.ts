/** An option of a list: the value that is sent, the text that is shown, and additional keywords for the search. */
export type Option = { id: string; name: string; keywords?: readonly string[] };

const levels = ['country', 'type', 'state', 'area', 'number'] as const;
/** §2: the selects of the number panel, from the first to the last. */
export type Level = (typeof levels)[number];

/** §3: the current choice; each value is an id and a display name. */
export type Choice = Record<Level, Option | null>;

export const emptyChoice: Choice = { country: null, type: null, state: null, area: null, number: null };

/** A change of one level with its new option: { area: {…} }. */
export type ChoicePart = { [L in Level]: { [Key in L]: Option | null } }[Level];

/** §4: a choice keeps the levels before it and clears those after it. */
export function choose(choice: Choice, part: ChoicePart): Choice {
  const chosen = levels.findIndex((level) => level in part);
  const before = Object.fromEntries(levels.slice(0, chosen).map((level) => [level, choice[level]]));
  return { ...emptyChoice, ...before, ...part };
}

/** §5: a state is required only if the country is US and the type is G. */
export const asksForState = ({ country, type }: Choice): boolean => country?.id === 'US' && type?.id === 'G';

/** §5: Continue needs country, number type, area code and a number. */
export const isCompleteChoice = ({ country, type, area, number }: Choice): boolean =>
  [country, type, area, number].every((option) => option !== null);
