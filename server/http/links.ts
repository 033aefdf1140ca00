import type { Language } from '#domain/constants.ts';
import { baseLanguage } from '#domain/locale.ts';

/** Pages of the app that mails and redirects link to, by language (the canonical path; mx and br as es and pt). */
const slugs = {
  login: { en: 'login/', de: 'login/', es: 'login/', pl: 'zaloguj/', pt: 'login/' },
  login2fa: { en: 'login2fa/', de: 'login2fa/', es: 'login2fa/', pl: 'login2fa/', pt: 'login2fa/' },
  recoverPassword: {
    en: 'recover-password/',
    de: 'passwort-zurucksetzen/',
    es: 'recuperar-contrasena/',
    pl: 'odzyskaj-haslo/',
    pt: 'recuperar-senha/',
  },
  oneTimeLogin: {
    en: 'one-time-login/',
    de: 'einmal-login/',
    es: 'inicio-sesion-un-paso/',
    pl: 'jednorazowe-logowanie/',
    pt: 'inicio-sessao-one-time/',
  },
  registration: { en: 'signup/', de: 'signup/', es: 'signup/', pl: 'signup/', pt: 'signup/' },
  dashboard: { en: 'app/', de: 'app/', es: 'app/', pl: 'app/', pt: 'app/' },
} as const;

export type Page = keyof typeof slugs;

/** Path of a page in a language, from the root of the app. */
export function pagePath(page: Page, language: Language): string {
  const message: Partial<Record<Language, string>> = slugs[page];
  const slug = message[baseLanguage(language)] ?? slugs[page].en;
  return language === 'en' ? `/${slug}` : `/${language}/${slug}`;
}

/** URL of a page, built from the configured public address only, never from request headers. */
export function pageAddress(
  publicUrl: string,
  page: Page,
  language: Language,
  query: Record<string, string> = {},
): string {
  const address = new URL(pagePath(page, language), publicUrl);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address.href;
}
