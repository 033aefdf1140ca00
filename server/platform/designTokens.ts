import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { colourTokens } from '#domain/colourTokens.ts';
import { settings } from '#settings';

type ColourToken = (typeof colourTokens)[number];
export type Theme = 'light' | 'dark';

/** The folder of the app's own styles. */
export const UI = join(import.meta.dirname, '..', '..', 'src', 'ui');

const css = readFileSync(join(UI, 'tokens.css'), 'utf8');

/** The fonts of the system that stand in for the typeface of headings, and `--face-display` as long as there are only they. */
export const faceStyle: string = readFileSync(join(UI, 'face.css'), 'utf8').replace(/\/\*.*?\*\//gs, '');

/** The declarations of `:root` in `src/ui/tokens.css`, then the operator's colours, as for the pages of the app. */
export const tokenDeclarations: string = [
  /:root \{([^}]*)\}/
    .exec(css.replace(/\/\*.*?\*\//gs, ''))?.[1]
    ?.replace(/\s+/g, ' ')
    .trim() ?? '',
  ...Object.entries(settings.brand.colours).map(([name, colour]) => `--${name}: ${colour};`),
].join(' ');

/** A typeface of the pages by its token, for an attribute in double quotes. */
const faceOf = (token: string, styles: string): string =>
  (new RegExp(`--${token}: ([^;]*);`).exec(styles)?.[1] ?? 'sans-serif').replaceAll('"', "'");

export const face = faceOf('face', tokenDeclarations);
export const displayFace = faceOf('face-display', faceStyle);

/** The colour of a token in one palette, for mail clients, which support neither custom properties nor `light-dark()`. */
export function colourOf(token: ColourToken, theme: Theme): string {
  const declared =
    [...tokenDeclarations.matchAll(new RegExp(`(?<![\\w-])--${token}: ([^;]*);`, 'g'))].at(-1)?.[1] ?? '';
  const [, light = declared, dark = declared] = /^light-dark\((.*?), ?((?:[^,()]|\(.*\))+)\)$/.exec(declared) ?? [];
  return withoutSixDigits((theme === 'light' ? light : dark).trim());
}

/** Programs that look for a mailed code take six digits in a row for one. */
const withoutSixDigits = (colour: string): string =>
  /\d{6}/.test(colour)
    ? `rgb(${colour
        .match(/[\da-f]{2}/gi)
        ?.map((part) => Number.parseInt(part, 16))
        .join(',')})`
    : colour;
