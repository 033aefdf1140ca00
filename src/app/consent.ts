import type { BrowserConfigStore } from '#adapters/browserConfig.ts';
import type { ProductCookies } from '#adapters/cookies.ts';
import { consentMachine } from '#machines/consent.machine.ts';
import { createActor } from './actor.ts';

/**
 * §4 Cookie consent, asked again once its cookie is gone: a consent ends with its lifetime, whatever the config still
 * says. The third party's own cookie is deleted. What another tab is answered counts in this one too.
 */
export function startConsent(cookies: ProductCookies, config: BrowserConfigStore) {
  cookies.consent.removeForeign();
  const consent = createActor(
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
  const readAgain = () => {
    const found = cookies.consent.read();
    if (found?.cookie_consent === 1) consent.send({ type: 'CONSENT_GIVEN', consent: found });
  };
  // The config is stored right after the cookie, and that is announced to the other tabs.
  for (const event of ['storage', 'focus']) addEventListener(event, readAgain);
  return consent;
}
