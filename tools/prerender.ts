import type { I18n } from '@lingui/core';
import type { Language } from '#domain/constants.ts';
import { localeTag } from '#domain/locale.ts';
import { allPaths, type Family, pathTo } from '#routes';
import { settings } from '#settings';
import { loadWords } from '#text/i18n.ts';
import { heads } from '#text/titles.ts';

/** One page of the built app. `file` is relative to dist/. */
export type Page = { file: string; html: string };

/** Every localised path as a page of its own, and 404.html. */
export async function prerender(template: string): Promise<Page[]> {
  const pages = allPaths().map(async ({ path, family, language, canonical }) => ({
    file: `${path.slice(1)}index.html`,
    html: fill(template, await loadWords(language), language, family, canonical),
  }));
  const notFound = { file: '404.html', html: fill(template, await loadWords('en'), 'en', 'notFound', null) };
  return [...(await Promise.all(pages)), notFound];
}

function fill(template: string, i18n: I18n, language: Language, family: Family | 'notFound', canonical: string | null) {
  const { title, description } = heads[family];
  const product = { product: settings.brand.name };
  const head = [
    `<title>${escapeHtml(i18n._({ ...title, values: product }))}</title>`,
    `<meta name="description" content="${escapeHtml(i18n._({ ...description, values: product }))}">`,
    ...(canonical && family !== 'notFound'
      ? [`<link rel="canonical" href="${canonical}">`, ...alternates(family)]
      : []),
  ].join('\n    ');
  return template.replace('<html lang="en">', `<html lang="${localeTag(language)}">`).replace('<!--head-->', head);
}

const alternates = (family: Family) =>
  (['en', 'de', 'es', 'pl', 'pt', 'mx', 'br'] as const).map(
    (language) => `<link rel="alternate" hreflang="${localeTag(language)}" href="${pathTo(family, language)}">`,
  );

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
