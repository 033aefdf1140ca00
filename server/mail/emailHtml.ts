import type { Language } from '#domain/constants.ts';
import { localeTag } from '#domain/locale.ts';
import { colourOf, displayFace, face, type Theme } from '../platform/designTokens.ts';

/** The translated parts of a mail. */
export type Body = {
  language: Language;
  /** The product's name, at the head of the mail. */
  brand: string;
  subject: string;
  before: string[];
  code: string | null;
  button: { message: string; hint: string; address: string } | null;
  after: string[];
  signature: string;
};

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
const drawn = (part: Part, style: string): string => `class="${part}" style="${style}${coloursOf(part, 'light')}"`;

/** The dark palette, and the colour of links that mail clients create from addresses and dates. */
const sheet = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
a { color: ${colourOf('accent', 'light')}; }
@media (prefers-color-scheme: dark) {
${(Object.keys(parts) as Part[]).map((part) => `  .${part} { ${coloursOf(part, 'dark', ' !important')} }`).join('\n')}
  a:not(.button) { color: ${colourOf('accent', 'dark')} !important; }
  .edge { border-color: ${colourOf('hairline', 'dark')} !important; }
}`;

const EDGE = `1px solid ${colourOf('hairline', 'light')}`;

/** The mail as simple HTML, without images or external resources. */
export const asHtml = ({ language, brand, subject, before, code, button, after, signature }: Body): string =>
  [
    `<!doctype html><html lang="${localeTag(language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(subject)}</title><style>${sheet}</style></head>`,
    `<body ${drawn('ground', 'margin:0;')}>`,
    `<div ${drawn('ground', `font:16px/1.5 ${face};padding:24px 16px;overflow-wrap:anywhere;text-wrap:pretty;`)}>`,
    '<div style="max-width:34em;margin:0 auto;">',
    `<p style="margin:0 0 16px;font:bold 20px/1.2 ${displayFace};letter-spacing:-.02em;">${escapeHtml(brand)}</p>`,
    `<div ${drawn('sheet', `padding:24px;border:${EDGE};border-radius:6px;`).replace('class="', 'class="edge ')}>`,
    ...before.map((text, index) => paragraph(text, index === 0 ? 'margin:0;' : '')),
    code &&
      `<p ${drawn('code', 'margin:24px 0;padding:16px;border-radius:6px;text-align:center;font-size:32px;line-height:1.2;font-weight:bold;letter-spacing:.2em;font-variant-numeric:tabular-nums;')}>${escapeHtml(code)}</p>`,
    button &&
      `<p style="margin:24px 0;"><a href="${escapeHtml(button.address)}" ${drawn('button', 'display:inline-block;padding:12px 20px;border-radius:6px;font-weight:bold;text-decoration:none;')}>${escapeHtml(button.message)}</a></p>`,
    button && `<p ${drawn('soft', 'font-size:14px;')}>${escapeHtml(button.hint)}<br>${link(button.address)}</p>`,
    ...after.map((text) => paragraph(text)),
    '</div>',
    `<p ${drawn('foot', 'margin:16px 0 0;font-size:14px;')}>${escapeHtml(signature)}</p>`,
    '</div></div></body></html>',
  ]
    .filter(Boolean)
    .join('\n');

const paragraph = (text: string, style = ''): string =>
  `<p${style && ` style="${style}"`}>${unbroken(escapeHtml(text))}</p>`;

/** No line ends between a number and its word ('24 hours'), nor at the hyphen after a single letter ('E-Mail'). */
const unbroken = (html: string): string =>
  html
    .replace(/(?<=\p{Nd}) (?=\p{L})/gu, '\u00a0')
    .replace(/(?<![\p{L}\p{Nd}])\p{L}-\p{L}+/gu, '<span style="white-space:nowrap">$&</span>');

const link = (address: string): string =>
  `<a href="${escapeHtml(address)}" style="color:${colourOf('accent', 'light')}">${escapeHtml(address)}</a>`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML content and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
