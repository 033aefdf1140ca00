import type { Language } from '#domain/constants.ts';
import { localeTag } from '#domain/locale.ts';
import { palettes } from './palette.ts';

/** The translated parts of a mail. */
export type Body = {
  language: Language;
  subject: string;
  before: string[];
  code: string | null;
  button: { message: string; hint: string; address: string } | null;
  after: string[];
};

const { light, dark } = palettes;

/**
 * Text and background colours are always set together, because a dark mail client would otherwise put its own
 * background under our text. They are inline, for mail clients that drop the style sheet. The sheet adds the dark
 * palette and the colour of links that mail clients create from addresses and dates.
 */
const sheet = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
a { color: ${light.go}; }
@media (prefers-color-scheme: dark) {
  .ground { background: ${dark.paper} !important; color: ${dark.ink} !important; }
  a { color: ${dark.go} !important; }
}`;
const ground = `background:${light.paper};color:${light.ink}`;

/** The mail as simple HTML, without images or external resources. */
export const asHtml = ({ language, subject, before, code, button, after }: Body): string =>
  [
    `<!doctype html><html lang="${localeTag(language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(subject)}</title><style>${sheet}</style></head>`,
    `<body class="ground" style="margin:0;${ground}">`,
    `<div class="ground" style="font:16px/1.5 system-ui,sans-serif;max-width:34em;padding:1.5em;overflow-wrap:anywhere;${ground}">`,
    ...before.map(paragraph),
    code && `<p style="font-size:2em;font-weight:bold;letter-spacing:.2em">${escapeHtml(code)}</p>`,
    button && `<p>${link(button.address, button.message, 'font-weight:bold;')}</p>`,
    button && `<p>${escapeHtml(button.hint)}<br>${link(button.address, button.address)}</p>`,
    ...after.map(paragraph),
    '</div></body></html>',
  ]
    .filter(Boolean)
    .join('\n');

const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;

const link = (address: string, message: string, style = ''): string =>
  `<a href="${escapeHtml(address)}" style="${style}color:${light.go}">${escapeHtml(message)}</a>`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML content and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
