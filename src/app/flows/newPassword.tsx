import { newPasswordMachine } from '#machines/newPassword.machine.ts';
import { NewPasswordScreen } from '#screens/newPassword/NewPasswordScreen.tsx';
import { createActor } from '../actor.ts';
import { ActorView } from '../actorView.tsx';
import { type AppLocation, tokenOf } from '../navigation/appLocation.ts';
import type { Flow } from '../navigation/flowRouter.ts';
import { provideAll } from '../provideAll.ts';
import { type AppServices, apiActors, bannerEffects, sessionEffects } from '../services.ts';

/** §2 One-time login / new password. */
export function open(services: AppServices, appLocation: AppLocation): Flow {
  const { readReset, resetPassword, login } = apiActors(services.api);
  const actor = createActor(
    provideAll(newPasswordMachine, {
      actors: { readReset, resetPassword, login },
      actions: {
        ...bannerEffects(services),
        ...sessionEffects(services),
        removeToken: (_, { parameter }) => services.navigation.amend({ [parameter]: null }),
        markPasswordReset: () => services.cookies.passwordReset.write(),
        storeChallenge: (_, challenge) => services.cookies.twoFactor.write(challenge),
      },
    }),
    { input: { token: tokenOf(appLocation, 'token') } },
  ).start();
  return { actor, render: () => <ActorView actor={actor} screen={NewPasswordScreen} /> };
}
