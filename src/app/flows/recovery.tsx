import { emailPrefill } from '#domain/plainText.ts';
import { recoveryMachine } from '#machines/recovery.machine.ts';
import { RecoveryScreen } from '#screens/recovery/RecoveryScreen.tsx';
import { createActor } from '../actor.ts';
import { ActorView } from '../actorView.tsx';
import type { Place } from '../place.ts';
import type { Flow } from '../stage.ts';
import { apiActors, bannerEffects, type World } from '../world.ts';

/** §2 Request reset link. The address of the link, or the one typed at the login, is at hand; the login gets it back. */
export function open(world: World, { query }: Place): Flow {
  const { requestReset } = apiActors(world.api);
  const { notify, clearNotice } = bannerEffects(world);
  const actor = createActor(recoveryMachine.provide({ actors: { requestReset }, actions: { notify, clearNotice } }), {
    input: { email: emailPrefill(query.get('email')) || world.loginHint.email },
  }).start();
  return {
    actor,
    draw: () => <ActorView actor={actor} screen={RecoveryScreen} />,
    stop: () => {
      world.loginHint.email = actor.getSnapshot().context.form.values.email;
      actor.stop();
    },
  };
}
