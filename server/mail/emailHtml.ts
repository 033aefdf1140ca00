import type { Language } from '#domain/constants.ts';
import { localeTag } from '#domain/locale.ts';
import { drawn, drawnSheet, linkStyle, sheet, styles } from './emailStyle.ts';

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

/** The mail as simple HTML, without images or external resources. */
export const asHtml = ({ language, brand, subject, before, code, button, after, signature }: Body): string =>
  [
    `<!doctype html><html lang="${localeTag(language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(subject)}</title><style>${sheet}</style></head>`,
    `<body ${drawn('ground', styles.first)}>`,
    `<div ${drawn('ground', styles.page)}>`,
    `<div style="${styles.column}">`,
    `<p style="${styles.brand}">${escapeHtml(brand)}</p>`,
    `<div ${drawnSheet}>`,
    ...before.map((text, index) => paragraph(text, index === 0 ? styles.first : '')),
    code && `<p ${drawn('code', styles.code)}>${escapeHtml(code)}</p>`,
    button &&
      `<p style="${styles.block}"><a href="${escapeHtml(button.address)}" ${drawn('button', styles.button)}>${escapeHtml(button.message)}</a></p>`,
    button && `<p ${drawn('soft', styles.soft)}>${escapeHtml(button.hint)}<br>${link(button.address)}</p>`,
    ...after.map((text) => paragraph(text)),
    '</div>',
    `<p ${drawn('foot', styles.foot)}>${escapeHtml(signature)}</p>`,
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
  `<a href="${escapeHtml(address)}" style="${linkStyle}">${escapeHtml(address)}</a>`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML content and quoted attributes. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
