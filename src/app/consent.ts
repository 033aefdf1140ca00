import type { BrowserConfigStore } from '#adapters/browserConfig.ts';
import type { ProductCookies } from '#adapters/cookies.ts';
import { consentMachine } from '#machines/consent.machine.ts';
import { createActor } from './actor.ts';

/** §4 Cookie consent, asked once for a browser. The cookie wins over the config; the third party's own is deleted (L7). */
export function startConsent(cookies: ProductCookies, config: BrowserConfigStore) {
  cookies.consent.removeForeign();
  const { cookie_consent = 0, cookie_analytics = 0, cookie_marketing = 0 } = config.read();
  return createActor(
    consentMachine.provide({
      actions: {
        storeConsent: (_, consent) => {
          cookies.consent.write(consent);
          config.write(consent);
        },
      },
    }),
    { input: { consent: cookies.consent.read() ?? { cookie_consent, cookie_analytics, cookie_marketing } } },
  ).start();
}
