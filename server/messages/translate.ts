import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { type Language, languages } from '#domain/constants.ts';
import { intlTag, localeTag } from '#domain/locale.ts';

/**
 * A message of the server, translated into the reader's language. The English text is in the code and is extracted into
 * the catalogues: translate('de', /*i18n*\/ { id: 'Log in' }).
 */
export type MessageDescriptor = { readonly id: string };
export type Values = Readonly<Record<string, string | number>>;

/** Compiled messages of a language; none are needed for English, which is in the code. */
async function messagesOf(tag: string): Promise<Messages> {
  try {
    return ((await import(`#locales/${tag}.ts`)) as { messages: Messages }).messages;
  } catch {
    return {};
  }
}

const translators = Object.fromEntries(
  await Promise.all(
    languages.map(async (language): Promise<[Language, I18n]> => {
      const locale = intlTag(language);
      return [language, setupI18n({ locale, messages: { [locale]: await messagesOf(localeTag(language)) } })];
    }),
  ),
) as Record<Language, I18n>;

/** Translates a message and inserts its values. */
export const translate = (language: Language, message: MessageDescriptor, values: Values = {}): string =>
  translators[language]._(message.id, values);
