import type { MessageDescriptor } from '@lingui/core';
import type { Language } from '#domain/constants.ts';

/** §2: the entries of the language selector, named in the language of the page. */
export const languageNames: Record<Language, MessageDescriptor> = {
  en: /*i18n*/ { id: 'English (USD)' },
  de: /*i18n*/ { id: 'German (EUR)' },
  es: /*i18n*/ { id: 'Spanish (EUR)' },
  pl: /*i18n*/ { id: 'Polish (PLN)' },
  pt: /*i18n*/ { id: 'Portuguese (EUR)' },
  mx: /*i18n*/ { id: 'Mexican Spanish (EUR)' },
  br: /*i18n*/ { id: 'Brazilian Portuguese (EUR)' },
};

/** Each language in itself, for those who do not read the language of the page. */
export const ownNames: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  pl: 'Polski',
  pt: 'Português',
  mx: 'Español (México)',
  br: 'Português (Brasil)',
};
