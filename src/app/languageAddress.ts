import type { Settings } from '#contract/settings.ts';
import type { Currency, Language } from '#domain/constants.ts';
import { hostForLanguage } from '#domain/hosts.ts';
import { type Family, pathTo } from '#routes';
import { searchWith } from './appLocation.ts';

/** The visitor's location, as in the address bar. */
export type Here = { family: Family | null; host: string; search: string; hash: string };

export const hereOf = ({ family }: { family: Family | null }): Here => {
  const { host, search, hash } = location;
  return { family, host, search, hash };
};

/**
 * §2: the same screen in another language: its path there, the query parameters with language and currency added, on
 * the host of that language. An unknown path leads to the home page.
 */
export function languageAddress(
  { family, host, search, hash }: Here,
  { language, currency }: { language: Language; currency: Currency },
  hosts: Settings['hosts'],
): string {
  const path = pathTo(family ?? 'main', language);
  const other = hostForLanguage(host, language, { developmentHosts: hosts.development, comHosts: hosts.com });
  return `${other ? `https://${other}` : ''}${path}${searchWith(search, { l: language, curr: currency })}${hash}`;
}
