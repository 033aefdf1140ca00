import { colourOf, displayFace, face, type Theme } from '../platform/designTokens.ts';

/* How mails look; what they say is in emailHtml.ts. */

/** The parts of a mail by their tokens: ground and text. */
const parts = {
  ground: ['paper', 'ink'],
  sheet: ['sheet', 'ink'],
  soft: ['sheet', 'ink-soft'],
  code: ['accent-wash', 'ink'],
  button: ['accent', 'accent-ink'],
  foot: ['paper', 'ink-soft'],
} as const;
type Part = keyof typeof parts;

/**
 * Text and background colours are always set together, because a dark mail client would otherwise put its own
 * background under our text.
 */
const coloursOf = (part: Part, theme: Theme, important = ''): string =>
  `background:${colourOf(parts[part][0], theme)}${important};color:${colourOf(parts[part][1], theme)}${important};`;

/** Class and inline colours of an element: inline for mail clients that drop the style sheet, the class for the dark palette. */
export const drawn = (part: Part, style: string): string =>
  `class="${part}" style="${style}${coloursOf(part, 'light')}"`;

/** The dark palette, and the colour of links that mail clients create from addresses and dates. */
export const sheet = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
a { color: ${colourOf('accent', 'light')}; }
@media (prefers-color-scheme: dark) {
${(Object.keys(parts) as Part[]).map((part) => `  .${part} { ${coloursOf(part, 'dark', ' !important')} }`).join('\n')}
  a:not(.button) { color: ${colourOf('accent', 'dark')} !important; }
  .edge { border-color: ${colourOf('hairline', 'dark')} !important; }
}`;

/** The styles of the elements, beside their colours. */
export const styles = {
  first: 'margin:0;',
  page: `font:16px/1.5 ${face};padding:24px 16px;overflow-wrap:anywhere;text-wrap:pretty;`,
  column: 'max-width:34em;margin:0 auto;',
  brand: `margin:0 0 16px;font:bold 20px/1.2 ${displayFace};letter-spacing:-.02em;`,
  block: 'margin:24px 0;',
  code: 'margin:24px 0;padding:16px;border-radius:6px;text-align:center;font-size:32px;line-height:1.2;font-weight:bold;letter-spacing:.2em;font-variant-numeric:tabular-nums;',
  button: 'display:inline-block;padding:12px 20px;border-radius:6px;font-weight:bold;text-decoration:none;',
  soft: 'font-size:14px;',
  foot: 'margin:16px 0 0;font-size:14px;',
};

/** The sheet with the texts, and its edge. */
export const drawnSheet: string = drawn(
  'sheet',
  `padding:24px;border:1px solid ${colourOf('hairline', 'light')};border-radius:6px;`,
).replace('class="', 'class="edge ');

export const linkStyle = `color:${colourOf('accent', 'light')}`;
