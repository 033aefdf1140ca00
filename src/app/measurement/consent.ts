import type { BrowserConfigStore } from '#adapters/browserConfig.ts';
import type { ProductCookies } from '#adapters/cookies.ts';
import { consentMachine } from '#machines/consent.machine.ts';
import { createActor } from '../actor.ts';
import { provideAll } from '../provideAll.ts';

/**
 * §4 Cookie consent, requested again once its cookie is gone: a consent ends with the cookie, also in an open page, even
 * if the config still has it. The third party's own cookie is deleted. An answer in another tab also applies to this one.
 */
export function startConsent(cookies: ProductCookies, config: BrowserConfigStore) {
  cookies.consent.removeForeign();
  /** A browser that stores no cookies has none that could be gone. */
  let isStored = cookies.consent.read() !== null;
  const consent = createActor(
    provideAll(consentMachine, {
      actions: {
        storeConsent: (_, consent) => {
          cookies.consent.write(consent);
          config.write(consent);
          isStored = cookies.consent.read() !== null;
        },
      },
    }),
    { input: { consent: cookies.consent.read() } },
  ).start();
  const readAgain = () => {
    const found = cookies.consent.read();
    if (found?.cookie_consent === 1) consent.send({ type: 'CONSENT_GIVEN', consent: found });
    else if (isStored) consent.send({ type: 'CONSENT_GONE' });
    isStored = found !== null;
  };
  // The storage event of the config may arrive before the cookie does, and there is none if the config has the same
  // answer already. Only the change of the cookie itself is certain, but not every browser reports it.
  for (const event of ['storage', 'focus']) addEventListener(event, readAgain);
  if ('cookieStore' in window) cookieStore.addEventListener('change', readAgain);
  return consent;
}
