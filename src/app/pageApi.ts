import { createApi } from '#adapters/api.ts';
import type { ProductCookies } from '#adapters/cookies.ts';
import type { ServerClock } from '#adapters/serverClock.ts';
import type { Preferences } from '#domain/locale.ts';
import { reloadForAnswer } from './document/outdatedPage.ts';
import type { PageReload } from './document/pageReload.ts';
import type { Navigation } from './navigation/navigation.ts';
import { needingCookies } from './needingCookies.ts';

type Options = {
  baseUrl: string;
  preferences: Preferences;
  cookies: ProductCookies;
  clock: ServerClock;
  navigation: Navigation;
  reload: PageReload;
  isBeingLeft: () => boolean;
};

/** The API in the language and currency of the page, with the session of the visitor. */
export function createPageApi(options: Options) {
  const { baseUrl, preferences, cookies, clock, navigation, reload, isBeingLeft } = options;
  // An API on another site does not receive the cookie of the device.
  const isElsewhere = new URL(baseUrl, location.href).origin !== location.origin;
  const api = createApi({
    baseUrl,
    headers: () => {
      const device = isElsewhere ? cookies.device.read() : null;
      return {
        'X-Language': preferences.language,
        'X-Currency': preferences.currency,
        ...(device && { 'X-Device': device.fingerprint }),
      };
    },
    sessionToken: () => cookies.auth.read()?.user_token ?? null,
    onAnswer: clock.correct,
    onUnreadable: reloadForAnswer(navigation, reload),
    isBeingLeft,
  });
  return needingCookies(api, cookies);
}
