import { digitsOf } from '#domain/digits.ts';

/** How a field shows its value: separators are added and removed, the value's characters stay as typed. */
export type Mask = {
  /** Extracts the value's characters from any text. */
  clean: (text: string) => string;
  /** The value as the field shows it. */
  show: (value: string) => string;
  /** The maximum length of such a value. */
  limit: (value: string) => number;
  /** The same for a value that is set as a whole, where the limit may depend on another field. */
  fillLimit?: number;
  /** Whether this is a complete value, so that pasting it replaces the previous one. */
  isWhole?: (value: string) => boolean;
};

/** The content of the field after an edit, as the browser reports it. */
type Edit = {
  /** The value before the edit, and how it was shown. */
  value: string;
  shown: string;
  /** Text and caret after the edit, separators included. */
  text: string;
  caret: number;
  /** The text that was typed, pasted or dropped, as the browser reports it. */
  inserted?: string | undefined;
  /** Whether the deletion was forward, of what follows the caret. */
  forward?: boolean;
};

const commonStart = (a: string, b: string) => {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
};

/**
 * The value after an edit, and the number of its characters before the caret. Deleting a separator deletes the
 * character next to it; what exceeds the limit is dropped where it was typed, not cut off at the end.
 */
export function applyEdit(mask: Mask, { value, shown, text, caret, inserted, forward = false }: Edit) {
  const cleaned = mask.clean(text);
  const at = mask.clean(text.slice(0, caret)).length;

  const onlySeparatorWent =
    cleaned === value && text !== shown && text === shown.slice(0, caret) + shown.slice(caret + 1);
  if (onlySeparatorWent) {
    const deleted = forward ? at : at - 1;
    if (deleted < 0) return { value, at: 0 };
    return { value: value.slice(0, deleted) + value.slice(deleted + 1), at: deleted };
  }

  const after = cleaned.slice(at);
  const start =
    inserted === undefined
      ? Math.min(commonStart(value, cleaned.slice(0, at)), Math.max(value.length - after.length, 0))
      : mask.clean(text.slice(0, Math.max(caret - inserted.length, 0))).length;
  const written = cleaned.slice(start, at);
  if (mask.isWhole?.(written)) return { value: written, at: written.length };

  const surplus = cleaned.length - mask.limit(cleaned);
  if (surplus > 0 && cleaned.length > value.length) {
    const fitting = written.slice(0, Math.max(written.length - surplus, 0));
    return { value: cleaned.slice(0, start) + fitting + after, at: start + fitting.length };
  }
  return { value: cleaned, at };
}

/** The value of a text that is set as a whole, whatever the field held before. */
export function fillIn(mask: Mask, text: string): string {
  const value = mask.clean(text);
  return value.slice(0, Math.max(mask.limit(value), mask.fillLimit ?? 0));
}

/** The caret position in the shown text after a number of the value's characters. */
export function caretAfter(mask: Mask, shown: string, at: number): number {
  let index = 0;
  while (index < shown.length && mask.clean(shown.slice(0, index)).length < at) index++;
  return index;
}

/** §5: some inputs are converted to upper case. */
export const upperCase = (maxLength = Number.POSITIVE_INFINITY): Mask => ({
  clean: (text) => text.toUpperCase(),
  show: (value) => value,
  limit: () => maxLength,
});

/** Digits only, at most so many; `fillLimit` if a value that is set as a whole may have more. */
export const digits = (limit: number, fillLimit = limit): Mask => ({
  clean: digitsOf,
  show: (value) => value,
  limit: () => limit,
  fillLimit,
});
