import type { Language } from '#domain/constants.ts';
import { intlTag } from '#domain/locale.ts';

/** Options in the alphabetical order of a language. */
export function alphabetical<O extends { label: string }>(options: readonly O[], language: Language): O[] {
  const { compare } = new Intl.Collator(intlTag(language));
  return options.toSorted((one, other) => compare(one.label, other.label));
}
