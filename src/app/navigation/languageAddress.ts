import type { Settings } from '#contract/settings.ts';
import type { Currency, Language } from '#domain/constants.ts';
import { hostForLanguage } from '#domain/hosts.ts';
import { type Family, pathTo, readPath } from '#domain/routes.ts';
import { searchWith } from './appLocation.ts';

/** The parts of the visitor's address that a change of language keeps. */
type AddressBar = { family: Family | null; host: string; search: string; hash: string };

/** The current address. */
export const addressBar = ({ family }: { family: Family | null }): AddressBar => {
  const { host, search, hash } = location;
  return { family, host, search, hash };
};

/**
 * §2: the same screen in another language: its path there, the query parameters with language and currency added, on
 * the host of that language. An unknown path leads to the home page.
 */
export function languageAddress(
  { family, host, search, hash }: AddressBar,
  { language, currency }: { language: Language; currency: Currency },
  hosts: Settings['hosts'],
): string {
  const path = pathTo(family ?? 'main', language);
  const other = hostForLanguage(host, language, { developmentHosts: hosts.development, comHosts: hosts.com });
  return `${other ? `https://${other}` : ''}${path}${searchWith(search, { l: language, curr: currency })}${hash}`;
}

/** `l` overrides the language of the path: the address is rewritten to the language in which the page is shown. */
export function showLanguageInAddress(language: Language): void {
  const route = readPath(location.pathname);
  if (route?.language && route.language !== language) {
    history.replaceState(history.state, '', pathTo(route.family, language) + location.search + location.hash);
  }
}
