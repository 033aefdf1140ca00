import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { languages } from '#domain/constants.ts';
import { localeTag } from '#domain/locale.ts';
import { ConfigError } from '#server/platform/environment.ts';
import type { Article, Content, Part } from '../../src/content/content.ts';

/** The pages of text, by the names of their files. */
const names = { home: 'main', contact: 'contact', terms: 'termsAndConditions', privacy: 'privacyPolicy' } as const;

/**
 * The operator's own pages in place of the samples in `src/content`: `<page>.<language>.md` in the folder. A page that
 * exists in English takes the place of the sample in every language without a file of its own, because a sample must
 * not stand for legal text.
 */
export function ownPages(folder: string): Plugin {
  return {
    name: 'own-pages',
    enforce: 'pre',
    transform(code, id) {
      const language = /[\\/]src[\\/]content[\\/]([\w-]+)\.ts(?:\?|$)/.exec(id)?.[1];
      if (language === undefined || language === 'content') return null;
      const own = pagesIn(folder, language);
      return Object.keys(own).length === 0
        ? null
        : { code: `${code}\nObject.assign(content, ${JSON.stringify(own)});\n`, map: null };
    },
  };
}

/** Rejects a file that no page reads: the sample would stay in its place unnoticed. */
export function checkOwnPages(folder: string): void {
  if (!existsSync(folder)) return;
  const pages = Object.keys(names);
  const tags = languages.map(localeTag);
  const known = pages.flatMap((page) => tags.map((tag) => `${page}.${tag}.md`));
  const wrong = readdirSync(folder).find((name) => !name.startsWith('.') && !known.includes(name));
  if (wrong === undefined) return;
  throw new ConfigError(
    `operator/pages/${wrong}: a page is <page>.<language>.md, with ${pages.join(', ')} and ${tags.join(', ')}.`,
  );
}

/** The operator's pages for a language. */
export function pagesIn(folder: string, language: string): Partial<Content> {
  const own: Partial<Content> = {};
  for (const [name, page] of Object.entries(names)) {
    const file = [language, 'en'].map((key) => join(folder, `${name}.${key}.md`)).find(existsSync);
    if (file !== undefined) own[page] = readArticle(readFileSync(file, 'utf8'));
  }
  return own;
}

/** Markdown as far as a page of text needs it: a title, headings, paragraphs and lists; nothing else is interpreted. */
export function readArticle(markdown: string): Article {
  const blocks = markdown
    .replaceAll('\r', '')
    .trim()
    .split(/\n\s*\n|\n(?=#)|(?<=^#.*)\n/m)
    .map((block) => block.trim())
    .filter(Boolean);
  const [first = '', ...rest] = blocks;
  const title = /^# +(.+)$/.exec(first)?.[1] ?? '';
  const parts: { heading?: string; text: string[]; list: string[] }[] = [];
  for (const block of title ? rest : blocks) {
    const heading = /^#{2,} +(.+)$/.exec(block)?.[1];
    if (heading !== undefined || parts.length === 0) parts.push({ ...(heading && { heading }), text: [], list: [] });
    const part = parts.at(-1);
    if (heading !== undefined || !part) continue;
    if (/^[-*] /.test(block)) part.list.push(...block.split(/\n(?=[-*] )/).map((item) => oneLine(item.slice(2))));
    else part.text.push(oneLine(block));
  }
  return { title, parts: parts satisfies Part[] };
}

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ').trim();
