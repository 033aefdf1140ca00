import type { Api } from '#adapters/api.ts';
import type { ProductCookies } from '#adapters/cookies.ts';
import { noticeMachine } from '#machines/notice.machine.ts';
import { createActor } from './actor.ts';
import { parseLocation } from './navigation/appLocation.ts';
import { isRedirectedToDashboard } from './navigation/redirects.ts';
import { provideAll } from './provideAll.ts';
import { apiActors } from './services.ts';

/** The global banner. It begins with the error in the address, if there is one (§8). */
export function startNotice(api: Api, cookies: ProductCookies) {
  const { resendConfirmation } = apiActors(api);
  const appLocation = parseLocation(location);
  // An error of the login does not concern a visitor who is logged in, as after two parallel sign-ons.
  const error = isRedirectedToDashboard(appLocation, cookies) ? null : appLocation.query.get('error');
  return createActor(provideAll(noticeMachine, { actors: { resendConfirmation } }), { input: { error } }).start();
}
