import {
  type Currency,
  currencies,
  type Language,
  languages,
  type NumberCountry,
  numberCountries,
} from './constants.ts';
import { countryCodeOf } from './countryCode.ts';

/** Country code as stored in the browser's config: 'us', 'uk', … 'int'. */
export type CountryCode = Lowercase<NumberCountry>;

const countryCodes = numberCountries.map((country) => country.toLowerCase() as CountryCode);

/** Each language: BCP 47 tag (catalogue, `lang`), §9 currency, §2 text (the id of a message) and icon. */
const facts: Record<Language, { tag: string; currency: Currency; text: { id: string }; icon: string }> = {
  en: { tag: 'en', currency: 'USD', text: /*i18n*/ { id: 'English (USD)' }, icon: 'us' },
  de: { tag: 'de', currency: 'EUR', text: /*i18n*/ { id: 'German (EUR)' }, icon: 'de' },
  es: { tag: 'es', currency: 'EUR', text: /*i18n*/ { id: 'Spanish (EUR)' }, icon: 'es' },
  pl: { tag: 'pl', currency: 'PLN', text: /*i18n*/ { id: 'Polish (PLN)' }, icon: 'pl' },
  pt: { tag: 'pt', currency: 'EUR', text: /*i18n*/ { id: 'Portuguese (EUR)' }, icon: 'pt' },
  mx: { tag: 'es-MX', currency: 'EUR', text: /*i18n*/ { id: 'Mexican Spanish (EUR)' }, icon: 'mx' },
  br: { tag: 'pt-BR', currency: 'EUR', text: /*i18n*/ { id: 'Brazilian Portuguese (EUR)' }, icon: 'br' },
};

/** The BCP 47 tag of a language; it names the catalogue and is the value of the `lang` attribute. */
export const localeTag = (language: Language): string => facts[language].tag;

/** The tag for Intl and everything built on it (dates, plurals, names, collation), where plain 'pt' means Brazil. */
export const intlTag = (language: Language): string => (language === 'pt' ? 'pt-PT' : localeTag(language));

/** The language of one of our tags ('es-MX' → 'mx'); null for any other tag. */
export const languageOfTag = (tag: string): Language | null => languages.find((key) => facts[key].tag === tag) ?? null;

/** §9: the default currency of a language. */
export const languageCurrency = (language: Language): Currency => facts[language].currency;

/** §2: mx falls back to es and br to pt if the variants are off. */
export const baseLanguage = (language: Language): Language =>
  language === 'mx' ? 'es' : language === 'br' ? 'pt' : language;

/** §3: one entry of the language selector. */
type LanguageOption = { key: Language; text: string; icon: string; langKey: string; currency: Currency };

/** §2: the five entries of the selector; on mx and br pages the current variant is added. */
export function languageOptions(current: Language): LanguageOption[] {
  const offered: Language[] = ['en', 'de', 'es', 'pl', 'pt'];
  const shown = offered.includes(current) ? offered : [...offered, current];
  return shown.map((key) => {
    const { tag, text, ...rest } = facts[key];
    return { key, langKey: tag, text: text.id, ...rest };
  });
}

/** A language key from outside (address, storage, header), or null; mx and br become es and pt if variants are off. */
export function readLanguage(key: unknown, regionalVariants: boolean): Language | null {
  const found = languages.find((language) => language === lower(key));
  if (!found) return null;
  return regionalVariants ? found : baseLanguage(found);
}

/** The language of a BCP 47 tag: 'pt-BR' is br, 'de-AT' is de; null for an unsupported language. */
export function languageOfLocale(tag: string, regionalVariants: boolean): Language | null {
  const known = (name: string | undefined) => languages.find((key) => lower(facts[key].tag) === name);
  const found = known(lower(tag)) ?? known(lower(tag).split('-')[0]);
  return found ? readLanguage(found, regionalVariants) : null;
}

/** A currency from outside, or null. */
export const readCurrency = (iso: unknown): Currency | null =>
  currencies.find((currency) => currency.toLowerCase() === lower(iso)) ?? null;

/** A country from outside ('GB' is 'uk' here), or null if no numbers are offered there. */
export const readCountry = (code: unknown): CountryCode | null =>
  countryCodes.find((country) => country === lower(countryCodeOf(lower(code)))) ?? null;

const lower = (value: unknown): string => (typeof value === 'string' ? value.toLowerCase() : '');

/**
 * The region of a language tag from outside, such as 'GB' of en-GB; null if none is named. Some systems report their
 * own notation to a browser, en_US.UTF-8 or en-US@posix, or nothing at all.
 */
export function regionOfTag(tag: unknown): string | null {
  const [name = ''] = typeof tag === 'string' ? tag.split(/[.@]/) : [];
  try {
    return new Intl.Locale(name.replaceAll('_', '-')).region ?? null;
  } catch {
    return null;
  }
}

/** §4: us, uk, au, ca and int use English; a country whose code is a language key uses that language. */
export const languageOfCountry = (country: CountryCode, regionalVariants: boolean): Language =>
  readLanguage(country, regionalVariants) ?? 'en';

/** uk pays in GBP; for other countries the currency is that of the language. */
export const currencyOfCountry = (country: CountryCode, language: Language): Currency =>
  country === 'uk' ? 'GBP' : languageCurrency(language);

/** The sources of a visitor's preferences on load; every text comes from outside and may be invalid. */
export type PreferenceSources = {
  /** Query parameters `l` and `curr`. */
  query: { l?: string | null; curr?: string | null };
  /** The language fixed by the path, if any (languageOfPath in routes.ts). */
  pathLanguage: Language | null;
  /** Stored browser config, field by field; `currency_derived`: the stored currency was derived, not chosen. */
  cfg: { language?: unknown; country_code?: unknown; currency_iso?: unknown; currency_derived?: unknown };
  /** Two-letter suffix of the page's host (#domain/hosts.ts, hostSuffix). */
  hostSuffix: string | null;
  /** Region of the browser's language, such as 'GB'. */
  browserRegion: string | null;
  regionalVariants: boolean;
};

export type Preferences = { language: Language; currency: Currency; country: CountryCode };

/** §4: language, currency and country on load; the caller writes them back to cfg. */
export function readPreferences(from: PreferenceSources): Preferences {
  const read = (key: unknown) => readLanguage(key, from.regionalVariants);
  const country =
    readCountry(from.cfg.country_code) ?? readCountry(from.hostSuffix) ?? readCountry(from.browserRegion) ?? 'int';
  const language =
    read(from.query.l) ??
    read(from.pathLanguage) ??
    read(from.cfg.language) ??
    languageOfCountry(country, from.regionalVariants);
  const currency = chosenCurrency(from) ?? currencyOfCountry(country, language);
  return { language, currency, country };
}

/** Whether the currency was derived from country or language; if so, it is derived again on each load. */
export const isCurrencyDerived = (from: PreferenceSources): boolean => chosenCurrency(from) === null;

/** §4: the query parameter, else the stored config. */
const chosenCurrency = ({ query, cfg }: PreferenceSources): Currency | null =>
  readCurrency(query.curr) ?? (cfg.currency_derived === true ? null : readCurrency(cfg.currency_iso));
