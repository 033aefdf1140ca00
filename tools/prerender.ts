import type { I18n } from '@lingui/core';
import type { Manifest } from 'vite';
import { flowFor } from '#app/navigation/flowFor.ts';
import { earlyScript } from '#contract/earlyScript.ts';
import { colourStyle } from '#contract/settings.ts';
import { type Language, languages } from '#domain/constants.ts';
import { localeTag } from '#domain/locale.ts';
import { allPaths, type Family, pathTo } from '#domain/routes.ts';
import { settings } from '#settings';
import { loadMessages } from '#text/i18n.ts';
import { heads } from '#text/titles.ts';
import { unloadable } from '#text/unloadable.ts';
import { brandTags } from './brand/icons.ts';

/** One page of the built app. `file` is relative to dist/. */
type Page = { file: string; html: string };

/** The result of the client build: its HTML page, the output files of each source file, and the text of a style sheet. */
type ClientBuild = { template: string; manifest: Manifest; styleOf: (file: string) => string };

/** Renders the body of a path (src/app/prerender.tsx, built for Node). */
export type RenderBody = (family: Family | null, path: string, language: Language) => Promise<string>;

/** Every localised path as a page of its own, and 404.html. */
export async function prerender(client: ClientBuild, renderBody: RenderBody): Promise<Page[]> {
  const pages: Page[] = [];
  for (const { path, family, language } of allPaths()) {
    const body = await renderBody(family, path, language);
    pages.push({ file: `${path.slice(1)}index.html`, html: await fill(client, family, language, body) });
  }
  const notFound = await fill(client, null, 'en', await renderBody(null, '/404', 'en'));
  return [...pages, { file: '404.html', html: notFound }];
}

/** The template with the head and the body of a page; `family` is null for the page of an unknown path. */
async function fill(
  { template, manifest, styleOf }: ClientBuild,
  family: Family | null,
  language: Language,
  body: string,
): Promise<string> {
  const i18n = await loadMessages(language);
  const { title, description } = heads[family ?? 'notFound'];
  const product = { product: settings.brand.name };
  const head = [
    `<title>${escapeHtml(i18n._({ ...title, values: product }))}</title>`,
    `<meta name="description" content="${escapeHtml(i18n._({ ...description, values: product }))}">`,
    ...(family ? [`<link rel="canonical" href="${pathTo(family, language)}">`, ...alternates(family)] : []),
    ...brandTags(settings.brand),
    colourStyle(settings.brand),
    `<script>${earlyScript}</script>`,
  ].join('\n    ');
  const { name } = flowFor({ family, path: '', query: new URLSearchParams() });
  const sources = [`src/app/flows/${name}.tsx`, `locales/${localeTag(language)}.ts?first`];
  const links = preloads(manifest, sources).filter(({ file }) => !template.includes(file));
  return (
    inlineStyles(template, styleOf)
      .replace('<html lang="en">', `<html lang="${localeTag(language)}">`)
      .replace('<!--head-->', () => head)
      // Before the styles, which take longer to arrive.
      .replace(/(?=<style>)|(?=<\/head>)/, () => links.map(({ tag }) => `${tag}\n    `).join(''))
      .replace('<!--unloadable-->', () => renderUnloadable(i18n))
      .replace('<!--body-->', () => body)
  );
}

/**
 * The styles of the first screens in the page itself, so that they do not delay the first paint. The disabled link
 * keeps the app from loading the file again.
 */
const inlineStyles = (template: string, styleOf: ClientBuild['styleOf']): string =>
  template.replace(
    /<link rel="stylesheet" crossorigin href="\/(assets\/[^"]+)">/g,
    (_, file: string) => `<style>${styleOf(file)}</style>\n    <link rel="stylesheet" href="/${file}" disabled>`,
  );

/** What the page shows if its messages or its flow cannot be loaded (src/app/document/unloadable.ts). */
const renderUnloadable = (i18n: I18n): string =>
  [
    '<main class="unloadable">',
    `<h1>${escapeHtml(i18n._(unloadable.title))}</h1>`,
    `<p>${escapeHtml(i18n._(unloadable.advice))}</p>`,
    `<p><a class="button button-primary" href="">${escapeHtml(i18n._(unloadable.link))}</a></p>`,
    '</main>',
  ].join('');

/** Preload tags of a screen: its style sheet and its scripts. */
function preloads(manifest: Manifest, sources: readonly string[]): { file: string; tag: string }[] {
  const files = new Set<string>();
  const styles = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || chunk.isEntry || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const css of chunk.css ?? []) styles.add(css);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const source of sources) visit(source);
  return [
    ...[...styles].map((file) => ({ file, tag: `<link rel="stylesheet" crossorigin href="/${file}">` })),
    ...[...files].map((file) => ({ file, tag: `<link rel="modulepreload" crossorigin href="/${file}">` })),
  ];
}

const alternates = (family: Family) =>
  languages.map(
    (language) => `<link rel="alternate" hreflang="${localeTag(language)}" href="${pathTo(family, language)}">`,
  );

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
