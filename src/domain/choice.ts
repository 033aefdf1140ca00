/** An option of a list: the value that is sent, the text that is shown, and additional keywords for the search. */
export type Option = { id: string; name: string; keywords?: readonly string[] };

const levels = ['country', 'type', 'state', 'area', 'number'] as const;
/** §2: the selects of the number panel, from the first to the last. */
export type Level = (typeof levels)[number];

/** §3: the current choice; each value is an id and a display name. */
export type Choice = Record<Level, Option | null>;

/** A choice that an order can be made of. */
type CompleteChoice = { [L in Level]: L extends 'state' ? Option | null : Option };

/** No level is chosen. */
export const emptyChoice: Choice = { country: null, type: null, state: null, area: null, number: null };

/** §4: the levels that a choice resets. */
export const levelsAfter = (level: Level): readonly Level[] => levels.slice(levels.indexOf(level) + 1);

/** §4: a choice keeps the levels before it and clears those after it. */
export function choose(choice: Choice, level: Level, option: Option | null): Choice {
  const cleared = Object.fromEntries(levelsAfter(level).map((next) => [next, null]));
  return { ...choice, ...cleared, [level]: option };
}

/** §5: a state is required only if the country is US and the type is G. */
export const requiresState = ({ country, type }: Choice): boolean => country?.id === 'US' && type?.id === 'G';

/** §5: Continue needs country, number type, area code and a number. */
export const isCompleteChoice = (choice: Choice): choice is CompleteChoice =>
  [choice.country, choice.type, choice.area, choice.number].every((option) => option !== null);
