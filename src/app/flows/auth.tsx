import { fromPromise } from 'xstate';
import { emailPrefill } from '#domain/plainText.ts';
import { authMachine } from '#machines/auth.machine.ts';
import { mailedLinksMachine } from '#machines/mailedLinks.machine.ts';
import { AuthScreen, twoFactor } from '#screens/login/AuthScreen.tsx';
import { createActor } from '../actor.ts';
import { ActorView } from '../actorView.tsx';
import { type AppLocation, tokenOf } from '../navigation/appLocation.ts';
import type { Flow } from '../navigation/flowRouter.ts';
import { provideAll } from '../provideAll.ts';
import { type AppServices, apiActors, bannerEffects, clockActor, sessionEffects } from '../services.ts';
import { whenIdle } from '../whenIdle.ts';

/** §2 Login and Two-factor: one flow on two routes. */
export function open(services: AppServices, appLocation: AppLocation, restart: () => void): Flow {
  const actor = createActor(provided(services), {
    input: {
      startAt: appLocation.family === 'login2fa' ? 'twoFactor' : 'credentials',
      email: emailPrefill(appLocation.query.get('email')) || services.loginHint.email,
      challenge: services.cookies.twoFactor.read(),
      coolDownSeconds: services.settings.coolDownSeconds,
      confirmationToken: tokenOf(appLocation, 'token'),
      discountToken: tokenOf(appLocation, 'discount'),
    },
  });
  // Logged in, but the browser has not stored the session: the visitor is led back here.
  actor.subscribe({
    complete: () => {
      if (services.cookies.auth.read() === null) restart();
    },
  });
  actor.start();

  whenIdle(() => void twoFactor.preload().catch(() => {}));

  return {
    actor,
    render: () => <ActorView actor={actor} screen={AuthScreen} />,
    isPrerendered: () => appLocation.family === 'login',
    onMove: ({ family }) => {
      const shown = actor.getSnapshot().hasTag('twoFactor') ? 'login2fa' : 'login';
      if (family !== shown) actor.send({ type: family === 'login2fa' ? 'FORWARD' : 'BACK' });
    },
    keepAddress: () => {
      services.loginHint.email = actor.getSnapshot().context.form.values.email;
    },
  };
}

function provided(services: AppServices) {
  const { login, loginWithCode, resendLoginCode, confirmCustomer, redeemDiscount } = apiActors(services.api);
  const banner = bannerEffects(services);
  const session = sessionEffects(services);
  return provideAll(authMachine, {
    actors: {
      login,
      loginWithCode,
      resendLoginCode,
      clock: clockActor(services),
      mailedLinks: provideAll(mailedLinksMachine, {
        actors: { waitForPerson, confirmCustomer, redeemDiscount },
        actions: {
          addNotice: banner.addNotice,
          removeToken: (_, { parameter }) => services.navigation.amend({ [parameter]: null }),
        },
      }),
    },
    actions: {
      notify: banner.notify,
      clearNotice: banner.clearNotice,
      goTo: session.goTo,
      openSession: session.openSession,
      storeChallenge: (_, challenge) => services.cookies.twoFactor.write(challenge),
      deleteChallenge: (_, { nonce }) => {
        if (services.cookies.twoFactor.read()?.nonce === nonce) services.cookies.twoFactor.remove();
      },
      storeDevice: (_, { fingerprint }) => services.cookies.device.write(fingerprint),
    },
  });
}

/** Mail scanners load pages in the background; a link takes effect only when the page is visible. */
const waitForPerson = fromPromise<unknown, void>(
  ({ signal }) =>
    new Promise<void>((resolve) => {
      const seen = () => document.visibilityState === 'visible' && resolve();
      document.addEventListener('visibilitychange', seen, { signal });
      seen();
    }),
);
