import { html, raw } from 'hono/html';
import type { Language } from '#domain/constants.ts';
import { localeTag } from '#domain/locale.ts';
import { palettes, propertiesOf } from '../mail/palette.ts';
import { hashSource } from './pagePolicy.ts';

/** A self-contained page outside the app: a bank's check, a local provider's account choice. */
export type HtmlPage = {
  language: Language;
  title: string;
  body: Markup;
  /** An inline script, allowed by its hash. */
  script?: string;
  /** Data for the script, as attributes of the body. */
  data?: Record<string, string>;
  /** Origins that may frame the page; none by default. */
  framedBy?: readonly string[];
  /** Origins that the page may frame. */
  frames?: readonly string[];
  /** Whether the script may send requests to its own origin. */
  sendsRequests?: boolean;
  /** Origins that its forms may submit to, in addition to its own. */
  formsTo?: readonly string[];
  status?: number;
};

export type Markup = ReturnType<typeof html>;

const style = `
:root { color-scheme: light dark; ${propertiesOf(palettes.light)} }
@media (prefers-color-scheme: dark) { :root { ${propertiesOf(palettes.dark)} } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.25rem; max-width: 28rem; color: var(--ink); background: var(--paper); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0 0 0.75rem; font-size: 1.25rem; line-height: 1.3; }
a { color: var(--go); }
h2 { margin: 2rem 0 0; font-size: 1rem; }
.code { margin: 0.5rem 0; font-size: 2rem; font-weight: 700; letter-spacing: 0.15em; font-variant-numeric: tabular-nums; }
h3 { margin: 1.25rem 0 0; font-size: 1rem; }
pre { margin: 0.5rem 0; white-space: pre-wrap; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 1rem; margin: 1rem 0; }
dt { color: var(--edge); }
dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
form { display: grid; gap: 0.75rem; margin: 1rem 0; }
button { min-height: 2.75rem; padding: 0.5rem 1rem; border: 1px solid var(--edge); border-radius: 0.5rem; background: none; color: inherit; font: inherit; text-align: start; cursor: pointer; overflow-wrap: anywhere; }
button.go { border-color: var(--go); background: var(--go); color: var(--on-go); font-weight: 600; }
button.plain { text-align: center; }
button small { display: block; }
.ways { display: flex; flex-wrap: wrap; gap: 0.75rem; }
.ways a { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0.5rem 1rem; border: 1px solid var(--edge); border-radius: 0.5rem; color: inherit; text-decoration: none; }
label { display: grid; gap: 0.25rem; }
label.tick { grid-template-columns: 1.5rem 1fr; column-gap: 0.75rem; align-items: center; }
input:not([type='checkbox']) { min-height: 2.75rem; width: 100%; padding: 0.5rem; border: 1px solid var(--edge); border-radius: 0.5rem; background: none; color: inherit; font: inherit; }
input[type='checkbox'] { width: 1.5rem; height: 1.5rem; margin: 0; }
iframe { display: block; width: calc(100% + 2.5rem); height: max(28rem, calc(100vh - 5rem)); margin: 0 -1.25rem; border: 0; }
:focus-visible { outline: 3px solid var(--go); outline-offset: 2px; }
`;

const styleHash = hashSource(style);

/** The page with its own headers: nothing but its own content runs or loads. */
export function htmlPage(page: HtmlPage): Response {
  const { script, framedBy = [], frames = [], formsTo = [] } = page;
  const attributes = Object.entries(page.data ?? {}).map(([name, value]) => html` data-${name}="${value}"`);
  const document = html`<!doctype html>
<html lang="${localeTag(page.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${page.title}</title>
<style>${raw(style)}</style>
</head>
<body${attributes}>
<main>
<h1>${page.title}</h1>
${page.body}
</main>
${script ? html`<script>${raw(script)}</script>` : ''}
</body>
</html>`;
  const policy = [
    "default-src 'none'",
    `style-src ${styleHash}`,
    script ? `script-src ${hashSource(script)}` : '',
    page.sendsRequests ? "connect-src 'self'" : '',
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
