import type { Language } from '#domain/constants.ts';

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
