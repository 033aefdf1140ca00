import { type I18n, type Messages, setupI18n } from '@lingui/core';
import type { Language } from '#domain/constants.ts';
import { messages as english } from '#locales/en.ts';
import { loadMessages } from '#text/i18n.ts';

/** A language, or the one that marks each text: text outside its brackets was not translated. */
export type StatesLanguage = Language | 'bracketed';

export const messagesOf = (language: StatesLanguage): Promise<I18n> | I18n =>
  language === 'bracketed' ? bracketed() : loadMessages(language);

function bracketed(): I18n {
  const marked = Object.entries(english).map(([id, text]) => [
    id,
    ['⟦', ...(Array.isArray(text) ? text : [text]), '⟧'],
  ]);
  return setupI18n({ locale: 'en', messages: { en: Object.fromEntries(marked) as Messages } });
}
