import type { I18n } from '@lingui/core';
import type { Language } from '#domain/constants.ts';
import { languageOfTag } from '#domain/locale.ts';
import { type Family, pathTo } from '#domain/routes.ts';
import { heads } from '#text/titles.ts';

/** The head of the document: it follows the screen, and the title shows when there is an error. */
export function createPageHead(page: Document, { i18n, language, product }: Options) {
  let shown: Family | 'notFound' | null = null;
  const wrong = { field: false, notice: false };

  const writeTitle = () => {
    if (!shown) return;
    const title = i18n._({ ...heads[shown].title, values: { product } });
    page.title = wrong.field || wrong.notice ? i18n._('Error: {title}', { title }) : title;
  };

  return {
    /** §2: title, description and canonical address of a screen. */
    show(family: Family | null) {
      shown = family ?? 'notFound';
      writeTitle();
      const description = i18n._({ ...heads[shown].description, values: { product } });
      inHead(page, 'meta[name="description"]', 'meta', { name: 'description', content: description });
      if (family === null) return page.head.querySelector('link[rel="canonical"]')?.remove();
      inHead(page, 'link[rel="canonical"]', 'link', { rel: 'canonical', href: pathTo(family, language) });
      for (const link of page.head.querySelectorAll<HTMLLinkElement>('link[rel="alternate"][hreflang]')) {
        const other = languageOfTag(link.hreflang);
        if (other) link.setAttribute('href', pathTo(family, other));
      }
    },
    setErrorInTitle(change: Partial<typeof wrong>) {
      Object.assign(wrong, change);
      writeTitle();
    },
  };
}
export type PageHead = ReturnType<typeof createPageHead>;

type Options = { i18n: I18n; language: Language; product: string };

/** Sets the attributes of an element in the head; creates it if it is missing. */
function inHead(page: Document, selector: string, tag: string, attributes: Record<string, string>) {
  const found = page.head.querySelector(selector) ?? page.head.appendChild(page.createElement(tag));
  for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, value);
}
