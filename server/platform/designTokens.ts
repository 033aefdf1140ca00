import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { colourTokens } from '#domain/colourTokens.ts';
import { settings } from '#settings';

type ColourToken = (typeof colourTokens)[number];
/** The colour palettes of the pages. */
export type Theme = 'light' | 'dark';

/** The folder of the app's own styles. */
export const UI = join(import.meta.dirname, '..', '..', 'src', 'ui');

const withoutComments = (styles: string): string => styles.replace(/\/\*.*?\*\//gs, '');

const css = readFileSync(join(UI, 'tokens.css'), 'utf8');

/** The fonts of the system that stand in for the typeface of headings, and `--face-display` as long as there are only they. */
export const faceStyle: string = withoutComments(readFileSync(join(UI, 'face.css'), 'utf8'));

/** The declarations of `:root` in `src/ui/tokens.css`, then the operator's colours, as for the pages of the app. */
export const tokenDeclarations: string = [
  withoutComments(css)
    .replace(/\s+/g, ' ')
    .replace(/.*:root \{ | \}.*/g, ''),
  ...Object.entries(settings.brand.colours).map(([name, colour]) => `--${name}: ${colour};`),
].join(' ');

/** The value of a token; of several declarations the last one counts. */
const tokenValue = (token: string, styles: string): string =>
  [...styles.matchAll(new RegExp(`(?<![\\w-])--${token}: ([^;]*);`, 'g'))].at(-1)?.[1] ?? '';

/** A typeface of the pages by its token, for an attribute in double quotes. */
const faceOf = (token: string, styles: string): string => tokenValue(token, styles).replaceAll('"', "'");

/** The typefaces of text and of headings. */
export const face = faceOf('face', tokenDeclarations);
export const displayFace = faceOf('face-display', faceStyle);

/** The colour of a token in one palette, for mail clients, which support neither custom properties nor `light-dark()`. */
export function colourOf(token: ColourToken, theme: Theme): string {
  const declared = tokenValue(token, tokenDeclarations);
  const [, light = declared, dark = declared] = /^light-dark\((.*?), ?((?:[^,()]|\(.*\))+)\)$/.exec(declared) ?? [];
  return withoutSixDigits((theme === 'light' ? light : dark).trim());
}

/** Programs that look for a mailed code take six digits in a row for one. */
const withoutSixDigits = (colour: string): string =>
  /\d{6}/.test(colour)
    ? `rgb(${Array.from(colour.matchAll(/[\da-f]{2}/gi), ([part]) => Number.parseInt(part, 16)).join(',')})`
    : colour;
