import { TEXT_LIMIT } from './constants.ts';
import { trimmed, withoutInvisibles } from './invisible.ts';

/** Characters that reorder the text around them. */
const bidi = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text from an address as one safe line: no invisible or bidi characters, whitespace collapsed. */
const oneLine = (text: string): string =>
  withoutInvisibles(
    text
      .toWellFormed()
      .replace(bidi, '')
      .replace(/[\s\u200b\ufeff]+/g, ' '),
  ).trim();

/** A text of at most so many code points; what is left out is shown by an ellipsis. */
export function shortened(text: string, limit: number): string {
  const points = [...text];
  return points.length > limit ? `${points.slice(0, limit).join('')}…` : text;
}

const APP_NAME_LIMIT = 60;

/** §2: `app_name` of the external landing, 60 code points at most; '' for the default text. */
export const appName = (parameter: string | null): string => shortened(oneLine(parameter ?? ''), APP_NAME_LIMIT);

/** §2: first_name and last_name from the address, for the fields of step 1. */
export const prefill = (parameter: string | null): string =>
  [...oneLine(withoutInvisibles((parameter ?? '').replace(/\s/g, ' ')))].slice(0, TEXT_LIMIT).join('');

/**
 * §2: an email from the address. No address contains a space: it was a plus sign, written into a link unescaped
 * (anna+work@…), where it means a space.
 */
export const emailPrefill = (parameter: string | null): string =>
  prefill(trimmed(parameter ?? '').replaceAll(' ', '+')).replaceAll(' ', '');
