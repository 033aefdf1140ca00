import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currencies, languages } from '#domain/constants.ts';
import {
  intlTag,
  isCurrencyDerived,
  languageCurrency,
  languageOfCountry,
  languageOfLocale,
  languageOfTag,
  languageOptions,
  localeTag,
  type PreferenceSources,
  readCountry,
  readLanguage,
  readPreferences,
  regionOfTag,
} from '#domain/locale.ts';

const nothing: PreferenceSources = {
  query: {},
  pathLanguage: null,
  cfg: {},
  hostSuffix: null,
  browserRegion: null,
  regionalVariants: true,
};
const read = (known: Partial<PreferenceSources>) => readPreferences({ ...nothing, ...known });

describe('§4: language and currency on load', () => {
  const everything: PreferenceSources = {
    query: { l: 'pl', curr: 'GBP' },
    pathLanguage: 'de',
    cfg: { language: 'es', currency_iso: 'USD', country_code: 'br' },
    hostSuffix: 'mx',
    browserRegion: 'AU',
    regionalVariants: true,
  };

  it('first the query parameters', () => {
    expect(readPreferences(everything)).toEqual({ language: 'pl', currency: 'GBP', country: 'br' });
  });

  it('then, for the language, a path that fixes one', () => {
    expect(readPreferences({ ...everything, query: {} })).toMatchObject({ language: 'de', currency: 'USD' });
  });

  it('then the stored configuration', () => {
    expect(readPreferences({ ...everything, query: {}, pathLanguage: null })).toMatchObject({
      language: 'es',
      currency: 'USD',
    });
  });

  it('then the country: of cfg, else of the host, else of the browser', () => {
    expect(read({ cfg: { country_code: 'br' }, hostSuffix: 'mx', browserRegion: 'AU' })).toMatchObject({
      country: 'br',
    });
    expect(read({ hostSuffix: 'mx', browserRegion: 'AU' })).toMatchObject({ country: 'mx', language: 'mx' });
    expect(read({ hostSuffix: 'io', browserRegion: 'AU' })).toMatchObject({ country: 'au', language: 'en' });
  });

  it('otherwise the default: English, in dollars, international', () => {
    expect(read({})).toEqual({ language: 'en', currency: 'USD', country: 'int' });
    expect(read({ browserRegion: 'JP' })).toEqual({ language: 'en', currency: 'USD', country: 'int' });
  });

  it.each([
    ['us', 'en', 'USD'],
    ['uk', 'en', 'GBP'],
    ['au', 'en', 'USD'],
    ['ca', 'en', 'USD'],
    ['int', 'en', 'USD'],
    ['de', 'de', 'EUR'],
    ['es', 'es', 'EUR'],
    ['pl', 'pl', 'PLN'],
    ['pt', 'pt', 'EUR'],
    ['br', 'br', 'EUR'],
    ['mx', 'mx', 'EUR'],
  ])('the country %s gives %s and %s', (country, language, currency) => {
    expect(read({ cfg: { country_code: country } })).toEqual({ language, currency, country });
  });

  it('without regional variants br gives Portuguese and mx Spanish, as country, host suffix, path and parameter', () => {
    expect(languageOfCountry('br', false)).toBe('pt');
    expect(languageOfCountry('mx', false)).toBe('es');
    expect(read({ hostSuffix: 'mx', regionalVariants: false }).language).toBe('es');
    expect(read({ hostSuffix: 'br', regionalVariants: false }).language).toBe('pt');
    expect(read({ pathLanguage: 'mx', regionalVariants: false }).language).toBe('es');
    expect(read({ query: { l: 'br' }, regionalVariants: false }).language).toBe('pt');
  });

  it('a language that differs from the country brings its own currency, but uk pays in pounds', () => {
    expect(read({ query: { l: 'de' }, cfg: { country_code: 'us' } }).currency).toBe('EUR');
    expect(read({ pathLanguage: 'pl' }).currency).toBe('PLN');
    expect(read({ pathLanguage: 'de', hostSuffix: 'uk' }).currency).toBe('GBP');
  });

  it('a stored default currency follows the language of the path; a chosen one stays', () => {
    const derived = { language: 'en', currency_iso: 'USD', country_code: 'de', currency_derived: true };
    expect(read({ cfg: derived, pathLanguage: 'de' }).currency).toBe('EUR');
    expect(read({ cfg: derived, query: { l: 'pl' } }).currency).toBe('PLN');
    expect(read({ cfg: { ...derived, currency_derived: false }, pathLanguage: 'de' }).currency).toBe('USD');
    expect(isCurrencyDerived({ ...nothing, cfg: derived, pathLanguage: 'de' })).toBe(true);
    expect(isCurrencyDerived({ ...nothing, cfg: derived, query: { curr: 'gbp' } })).toBe(false);
    expect(isCurrencyDerived({ ...nothing, cfg: { currency_iso: 'USD' } })).toBe(false);
    expect(isCurrencyDerived(nothing)).toBe(true);
  });

  it('the region GB of a browser is uk here', () => {
    expect(readCountry('GB')).toBe('uk');
    expect(read({ browserRegion: 'GB' })).toEqual({ language: 'en', currency: 'GBP', country: 'uk' });
  });

  it.each([
    { query: { l: 'xx', curr: 'BTC\r\n' } },
    { query: { l: '', curr: '' } },
    { query: { l: '__proto__', curr: 'constructor' } },
    { cfg: { language: 7, currency_iso: null, country_code: {} } },
    { cfg: { language: 'de-DE', currency_iso: 'XXX', country_code: 'germany' } },
  ])('an invalid value counts as absent: %j', (known) => {
    expect(read(known)).toEqual({ language: 'en', currency: 'USD', country: 'int' });
  });

  it('the result is a listed language and currency for any address and storage', () => {
    const malformed = fc.oneof(fc.string(), fc.anything(), fc.constantFrom(...languages, ...currencies, 'gb', 'int'));
    const text = fc.option(fc.string());
    fc.assert(
      fc.property(
        fc.record({ l: text, curr: text }),
        fc.record({ language: malformed, country_code: malformed, currency_iso: malformed }),
        fc.boolean(),
        (query, cfg, regionalVariants) => {
          const { language, currency } = read({ query, cfg, regionalVariants });
          return readLanguage(language, regionalVariants) === language && currencies.includes(currency);
        },
      ),
    );
  });
});

describe('the region of the language that a browser names', () => {
  it.each([
    ['en-US', 'US'],
    ['en-US@posix', 'US'],
    ['en_US.UTF-8', 'US'],
    ['de_DE@euro', 'DE'],
    ['pt_BR', 'BR'],
    ['es-419', '419'],
    ['zh-Hant-TW', 'TW'],
    ['de', null],
    ['C', null],
    ['C.UTF-8', null],
    ['POSIX', null],
    ['', null],
    ['*', null],
    [undefined, null],
    [null, null],
    [7, null],
    [{}, null],
  ])('%j: %j', (tag, region) => {
    expect(regionOfTag(tag)).toBe(region);
  });

  it('any text gives a region or none, without an error', () => {
    fc.assert(fc.property(fc.anything(), (tag) => [null, 'string'].includes(regionOfTag(tag) && 'string')));
  });
});

describe('the language of a tag from outside', () => {
  it.each([
    ['pt-BR', 'br', 'pt'],
    ['PT-br', 'br', 'pt'],
    ['es-MX', 'mx', 'es'],
    ['pt', 'pt', 'pt'],
    ['pt-AO', 'pt', 'pt'],
    ['es-419', 'es', 'es'],
    ['de-AT', 'de', 'de'],
    ['en', 'en', 'en'],
    ['fr-FR', null, null],
    ['br', null, null],
    ['', null, null],
  ])('%s is %s, without regional variants %s', (tag, language, base) => {
    expect(languageOfLocale(tag, true)).toBe(language);
    expect(languageOfLocale(tag, false)).toBe(base);
  });
});

describe('§2: languages', () => {
  it('mx and br are added with the regional variants', () => {
    const keys = ['en', 'de', 'es', 'pl', 'pt', 'mx', 'br'];
    expect(keys.map((key) => readLanguage(key, false))).toEqual(['en', 'de', 'es', 'pl', 'pt', 'es', 'pt']);
    expect(keys.map((key) => readLanguage(key, true))).toEqual(keys);
  });

  it.each(['xx', 'english', '', null, undefined, 7])('%s is none', (key) => {
    expect([readLanguage(key, true), readLanguage(key, false)]).toEqual([null, null]);
  });

  it('the selector offers five languages with their currencies', () => {
    const texts = ['English (USD)', 'German (EUR)', 'Spanish (EUR)', 'Polish (PLN)', 'Portuguese (EUR)'];
    for (const language of ['en', 'de', 'es', 'pl', 'pt'] as const) {
      expect(languageOptions(language).map((option) => option.text)).toEqual(texts);
    }
  });

  it('each has its flag, its tag and its currency', () => {
    expect(languageOptions('mx').map(({ key, icon, langKey, currency }) => [key, icon, langKey, currency])).toEqual([
      ['en', 'us', 'en', 'USD'],
      ['de', 'de', 'de', 'EUR'],
      ['es', 'es', 'es', 'EUR'],
      ['pl', 'pl', 'pl', 'PLN'],
      ['pt', 'pt', 'pt', 'EUR'],
      ['mx', 'mx', 'es-MX', 'EUR'],
    ]);
    expect(languageOptions('mx').at(-1)?.text).toBe('Mexican Spanish (EUR)');
  });

  it('on mx and br pages the current variant is added', () => {
    expect(languageOptions('mx').map((option) => option.key)).toEqual(['en', 'de', 'es', 'pl', 'pt', 'mx']);
    expect(languageOptions('br').at(-1)).toEqual({
      key: 'br',
      text: 'Brazilian Portuguese (EUR)',
      icon: 'br',
      langKey: 'pt-BR',
      currency: 'EUR',
    });
  });

  it('§9: language currencies', () => {
    expect(languages.map((language) => [language, languageCurrency(language)])).toEqual([
      ['en', 'USD'],
      ['es', 'EUR'],
      ['de', 'EUR'],
      ['pl', 'PLN'],
      ['pt', 'EUR'],
      ['mx', 'EUR'],
      ['br', 'EUR'],
    ]);
  });

  it('mx has the tag es-MX and br pt-BR, and every tag can be read back', () => {
    expect(localeTag('mx')).toBe('es-MX');
    expect(localeTag('br')).toBe('pt-BR');
    for (const language of languages) expect(languageOfTag(localeTag(language))).toBe(language);
    expect(languageOfTag('fr')).toBeNull();
  });

  it.each([
    ['pt', 'pt-PT'],
    ['br', 'pt-BR'],
    ['mx', 'es-MX'],
    ['de', 'de'],
  ] as const)('Intl gets for %s the tag %s, because plain pt would mean Brazil', (language, tag) => {
    expect(intlTag(language)).toBe(tag);
  });
});
