import type { BrowserConfigStore } from '#adapters/browserConfig.ts';
import type { ProductCookies } from '#adapters/cookies.ts';
import { consentMachine } from '#machines/consent.machine.ts';
import { createActor } from './actor.ts';

/**
 * §4 Cookie consent, asked again once its cookie is gone: a consent ends with its lifetime, whatever the config still
 * says. The third party's own cookie is deleted (L7).
 */
export function startConsent(cookies: ProductCookies, config: BrowserConfigStore) {
  cookies.consent.removeForeign();
  return createActor(
    consentMachine.provide({
      actions: {
        storeConsent: (_, consent) => {
          cookies.consent.write(consent);
          config.write(consent);
        },
      },
    }),
    { input: { consent: cookies.consent.read() } },
  ).start();
}
