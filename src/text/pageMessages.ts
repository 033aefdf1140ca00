/// <reference path="./catalogueParts.d.ts" />
import { type I18n, type Messages, setupI18n } from '@lingui/core';
import type { Language } from '#domain/constants.ts';
import { intlTag } from '#domain/locale.ts';

type Catalogue = () => Promise<{ messages: Messages }>;

/** The messages of the first screens, and those of all others; the build divides them (tools/messageParts.ts). */
const catalogues: Record<Language, { first: Catalogue; rest: Catalogue }> = {
  en: { first: () => import('#locales/en.ts?first'), rest: () => import('#locales/en.ts?rest') },
  de: { first: () => import('#locales/de.ts?first'), rest: () => import('#locales/de.ts?rest') },
  es: { first: () => import('#locales/es.ts?first'), rest: () => import('#locales/es.ts?rest') },
  pl: { first: () => import('#locales/pl.ts?first'), rest: () => import('#locales/pl.ts?rest') },
  pt: { first: () => import('#locales/pt.ts?first'), rest: () => import('#locales/pt.ts?rest') },
  mx: { first: () => import('#locales/es-MX.ts?first'), rest: () => import('#locales/es-MX.ts?rest') },
  br: { first: () => import('#locales/pt-BR.ts?first'), rest: () => import('#locales/pt-BR.ts?rest') },
};

let loadRest = async (): Promise<void> => {};

/** The messages of the first screens of a page in a language. */
export async function loadFirstMessages(language: Language): Promise<I18n> {
  const { messages } = await catalogues[language].first();
  const locale = intlTag(language);
  // A message that equals its id is not in the catalogue.
  const i18n = setupI18n({ locale, messages: { [locale]: messages }, missing: (_, id) => id });
  let rest: Promise<void> | null = null;
  loadRest = () => {
    rest ??= Promise.all([catalogues[language].rest(), import('./laterNotices.ts')]).then(
      ([more]) => i18n.load(locale, more.messages),
      (error: unknown) => {
        rest = null;
        throw error;
      },
    );
    return rest;
  };
  return i18n;
}

/** Loads the other messages of the page, once; a screen that is loaded later waits for them. */
export const loadMoreMessages = (): Promise<void> => loadRest();
