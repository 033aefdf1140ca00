import { type I18n, type Messages, setupI18n } from '@lingui/core';
import type { Language } from '#domain/constants.ts';
import { intlTag } from '#domain/locale.ts';
import './laterNotices.ts';

/** One chunk for each language: a page loads the messages of its own language only. */
const catalogues: Record<Language, () => Promise<{ messages: Messages }>> = {
  en: () => import('#locales/en.ts'),
  de: () => import('#locales/de.ts'),
  es: () => import('#locales/es.ts'),
  pl: () => import('#locales/pl.ts'),
  pt: () => import('#locales/pt.ts'),
  mx: () => import('#locales/es-MX.ts'),
  br: () => import('#locales/pt-BR.ts'),
};

/** The messages of a language; the English text is the id of each message. */
export async function loadMessages(language: Language): Promise<I18n> {
  const { messages } = await catalogues[language]();
  const locale = intlTag(language);
  return setupI18n({ locale, messages: { [locale]: messages } });
}
