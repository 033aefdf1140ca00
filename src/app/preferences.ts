import type { BrowserConfigStore } from '#adapters/browserConfig.ts';
import type { Settings } from '#contract/settings.ts';
import { hostSuffix } from '#domain/hosts.ts';
import { isCurrencyDerived, type PreferenceSources, readPreferences, regionOfTag } from '#domain/locale.ts';
import { languageOfPath } from '#domain/routes.ts';
import { preferencesMachine } from '#machines/preferences.machine.ts';
import { createActor } from './actor.ts';
import { parseLocation } from './navigation/appLocation.ts';
import { addressBar, languageAddress } from './navigation/languageAddress.ts';
import type { Navigation } from './navigation/navigation.ts';
import { provideAll } from './provideAll.ts';

/** §4: what language, currency and country are read from: address, stored config, host and browser. */
export function preferenceSources(settings: Settings, config: BrowserConfigStore): PreferenceSources {
  const query = new URLSearchParams(location.search);
  return {
    query: { l: query.get('l'), curr: query.get('curr') },
    pathLanguage: languageOfPath(location.pathname),
    cfg: config.read(),
    hostSuffix: hostSuffix(location.host),
    browserRegion: regionOfTag(navigator.language),
    regionalVariants: settings.regionalVariants,
  };
}

type Services = { settings: Settings; config: BrowserConfigStore; navigation: Navigation };

/** Stores the preferences of this visit, and follows the language selector. */
export function startLanguageChoice(sources: PreferenceSources, { settings, config, navigation }: Services) {
  return createActor(
    provideAll(preferencesMachine, {
      actions: {
        storePreferences: (_, { language, currency, country }) =>
          config.write({
            language,
            currency_iso: currency,
            currency_derived: isCurrencyDerived(sources),
            country_code: country,
          }),
        removeParameters: () => navigation.amend({ l: null, curr: null, error: null }),
        moveTo: (_, choice) =>
          navigation.leave(languageAddress(addressBar(parseLocation(location)), choice, settings.hosts)),
      },
    }),
    { input: { preferences: readPreferences(sources) } },
  ).start();
}
