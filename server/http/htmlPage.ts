import { html, raw } from 'hono/html';
import { brandMark } from '#domain/brandMark.ts';
import type { Language } from '#domain/constants.ts';
import { localeTag } from '#domain/locale.ts';
import type { PageBrand } from './pageBrand.ts';
import { hashSource, originsOf } from './pagePolicy.ts';
import { pageStyle } from './pageStyle.ts';
import { TYPEFACE } from './typeface.ts';

/** A self-contained page outside the app: a bank's check, a local provider's account choice. */
type HtmlPage = {
  language: Language;
  title: string;
  body: Markup;
  /** A card of one column by default; 'wide' for what is read or searched. */
  layout?: 'card' | 'wide';
  /** The product above the page, with a link to it; a bank or another provider shows none. */
  brand?: PageBrand;
  /** Whether the title is for screen readers only, because what the page frames begins with it. */
  isTitleHidden?: true;
  /** Rules of this page, in addition to those of all. */
  style?: string;
  /** An inline script, allowed by its hash. */
  script?: string;
  /** Scripts of another host that run before the inline one, and the origins that scripts may come from. */
  scripts?: { files: readonly string[]; sources: readonly string[] };
  /** Origins that scripts may send requests to; none by default. */
  connects?: readonly string[];
  /** Data for the script, as attributes of the body. */
  data?: Record<string, string>;
  /** Origins that may frame the page; none by default. */
  framedBy?: readonly string[];
  /** Origins that the page may frame. */
  frames?: readonly string[];
  /** Origins that its forms may submit to, in addition to its own. */
  formsTo?: readonly string[];
  status?: number;
};

export type Markup = ReturnType<typeof html>;

/** The page with its own headers: nothing but its own content runs or loads. */
export function htmlPage(page: HtmlPage): Response {
  const {
    script,
    scripts = { files: [], sources: [] },
    brand,
    layout = 'card',
    framedBy = [],
    connects = [],
    frames = [],
    formsTo = [],
  } = page;
  const style = pageStyle + (page.style ?? '');
  const attributes = Object.entries(page.data ?? {}).map(([name, value]) => html` data-${name}="${value}"`);
  const document = html`<!doctype html>
<html lang="${localeTag(page.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${page.title}</title>
${brand ? html`<link rel="icon" href="${brand.icon}">` : ''}
<link rel="stylesheet" href="${TYPEFACE}" referrerpolicy="no-referrer">
<style>${raw(style)}</style>
</head>
<body${attributes}>
${brand ? html`<header><a class="brand" href="${brand.href}" translate="no">${logo(brand)}</a></header>` : ''}
<main class="${layout}">
<h1${page.isTitleHidden ? html` class="hidden"` : ''}>${page.title}</h1>
${page.body}
</main>
${scripts.files.map((file) => html`<script src="${file}"></script>\n`)}${script ? html`<script>${raw(script)}</script>` : ''}
</body>
</html>`;
  const policy = [
    "default-src 'none'",
    `style-src 'self' ${hashSource(style)}`,
    "font-src 'self'",
    brand ? ['img-src', ...new Set(originsOf([brand.logo, brand.icon]))].join(' ') : '',
    script ? ['script-src', hashSource(script), ...scripts.sources].join(' ') : '',
    connects.length ? `connect-src ${connects.join(' ')}` : '',
    frames.length ? `frame-src ${frames.join(' ')}` : '',
    ["form-action 'self'", ...formsTo].join(' '),
    "base-uri 'none'",
    `frame-ancestors ${framedBy.length ? framedBy.join(' ') : "'none'"}`,
  ];
  return new Response(String(document), {
    status: page.status ?? 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy.filter(Boolean).join('; '),
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      ...(framedBy.length === 0 && { 'X-Frame-Options': 'DENY' }),
    },
  });
}

/** The operator's logo, or the built-in one with the name beside it. */
const logo = ({ name, logo: image }: PageBrand): Markup =>
  image
    ? html`<img src="${image}" alt="${name}">`
    : html`<svg aria-hidden="true" width="28" height="28" viewBox="0 0 28 28" fill="none" stroke-linecap="round">${brandMark.map(
        ({ d, fill, stroke, strokeWidth }) =>
          fill
            ? html`<path d="${d}" fill="${fill}"/>`
            : html`<path d="${d}" stroke="${stroke}" stroke-width="${strokeWidth}"/>`,
      )}</svg><span>${name}</span>`;
