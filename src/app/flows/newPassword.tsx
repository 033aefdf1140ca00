import { newPasswordMachine } from '#machines/newPassword.machine.ts';
import { NewPasswordScreen } from '#screens/newPassword/NewPasswordScreen.tsx';
import { createActor } from '../actor.ts';
import { ActorView } from '../actorView.tsx';
import { type Place, tokenOf } from '../place.ts';
import type { Flow } from '../stage.ts';
import { apiActors, bannerEffects, sessionEffects, type World } from '../world.ts';

/** §2 One-time login / new password. */
export function open(world: World, place: Place): Flow {
  const { readReset, resetPassword, login } = apiActors(world.api);
  const actor = createActor(
    newPasswordMachine.provide({
      actors: { readReset, resetPassword, login },
      actions: {
        ...bannerEffects(world),
        ...sessionEffects(world),
        removeToken: (_, { parameter }) => world.navigation.amend({ [parameter]: null }),
        markPasswordReset: () => world.cookies.passwordReset.write(),
        storeChallenge: (_, challenge) => world.cookies.twoFactor.write(challenge),
      },
    }),
    { input: { token: tokenOf(place, 'token') } },
  ).start();
  return {
    actor,
    draw: () => <ActorView actor={actor} screen={NewPasswordScreen} />,
    stop: () => actor.stop(),
  };
}
