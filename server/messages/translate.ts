import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { type Language, languages } from '#domain/constants.ts';
import { intlTag, localeTag } from '#domain/locale.ts';

/**
 * Words that the server says, in the language of the one who reads them. English stands in the code
 * as a descriptor that the catalogues are made from: say('de', /*i18n*\/ { id: 'Log in' }).
 */
export type MessageDescriptor = { readonly id: string };
export type Values = Readonly<Record<string, string | number>>;

/** Compiled words of a language; English is what the code says, so none are needed to speak it. */
async function messagesOf(tag: string): Promise<Messages> {
  try {
    return ((await import(`#locales/${tag}.ts`)) as { messages: Messages }).messages;
  } catch {
    return {};
  }
}

const voices = Object.fromEntries(
  await Promise.all(
    languages.map(async (language): Promise<[Language, I18n]> => {
      const locale = intlTag(language);
      return [language, setupI18n({ locale, messages: { [locale]: await messagesOf(localeTag(language)) } })];
    }),
  ),
) as Record<Language, I18n>;

/** A text with its values filled in. */
export const translate = (language: Language, message: MessageDescriptor, values: Values = {}): string =>
  voices[language]._(message.id, values);
