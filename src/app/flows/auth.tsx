import { fromPromise } from 'xstate';
import { emailPrefill } from '#domain/plainText.ts';
import { authMachine } from '#machines/auth.machine.ts';
import { mailedLinksMachine } from '#machines/mailedLinks.machine.ts';
import { AuthScreen } from '#screens/login/AuthScreen.tsx';
import { createActor } from '../actor.ts';
import { ActorView } from '../actorView.tsx';
import { type Place, tokenOf } from '../place.ts';
import type { Flow } from '../stage.ts';
import { apiActors, bannerEffects, clockActor, sessionEffects, type World } from '../world.ts';

/** §2 Login and Two-factor: one flow on two routes. */
export function open(world: World, place: Place): Flow {
  const actor = createActor(provided(world), {
    input: {
      startAt: place.family === 'login2fa' ? 'twoFactor' : 'credentials',
      email: emailPrefill(place.query.get('email')) || world.loginHint.email,
      challenge: world.cookies.twoFactor.read(),
      coolDownSeconds: world.settings.coolDownSeconds,
      confirmationToken: tokenOf(place, 'token'),
      discountToken: tokenOf(place, 'discount'),
    },
  }).start();

  return {
    actor,
    draw: () => <ActorView actor={actor} screen={AuthScreen} />,
    moved: ({ family }) => {
      const shown = actor.getSnapshot().hasTag('twoFactor') ? 'login2fa' : 'login';
      if (family !== shown) actor.send({ type: family === 'login2fa' ? 'FORWARD' : 'BACK' });
    },
    stop: () => {
      world.loginHint.email = actor.getSnapshot().context.form.values.email;
      actor.stop();
    },
  };
}

function provided(world: World) {
  const { login, loginWithCode, resendLoginCode, confirmCustomer, redeemDiscount } = apiActors(world.api);
  const banner = bannerEffects(world);
  const session = sessionEffects(world);
  return authMachine.provide({
    actors: {
      login,
      loginWithCode,
      resendLoginCode,
      clock: clockActor(world),
      mailedLinks: mailedLinksMachine.provide({
        actors: { waitForPerson, confirmCustomer, redeemDiscount },
        actions: {
          addNotice: banner.addNotice,
          removeToken: (_, { parameter }) => world.navigation.amend({ [parameter]: null }),
        },
      }),
    },
    actions: {
      notify: banner.notify,
      clearNotice: banner.clearNotice,
      goTo: session.goTo,
      openSession: session.openSession,
      storeChallenge: (_, challenge) => world.cookies.twoFactor.write(challenge),
      deleteChallenge: (_, { nonce }) => {
        if (world.cookies.twoFactor.read()?.nonce === nonce) world.cookies.twoFactor.remove();
      },
      storeDevice: (_, { fingerprint }) => world.cookies.device.write(fingerprint),
    },
  });
}

/** Mail scanners load pages that nobody looks at; a link counts from when somebody does (C1). */
const waitForPerson = fromPromise<unknown, void>(
  ({ signal }) =>
    new Promise<void>((resolve) => {
      const seen = () => document.visibilityState === 'visible' && resolve();
      document.addEventListener('visibilitychange', seen, { signal });
      seen();
    }),
);
