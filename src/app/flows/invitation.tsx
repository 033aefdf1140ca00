import { invitationMachine } from '#machines/invitation.machine.ts';
import { InvitationScreen } from '#screens/invitation/InvitationScreen.tsx';
import { createActor } from '../actor.ts';
import { ActorView } from '../actorView.tsx';
import { type Place, tokenOf } from '../place.ts';
import type { Flow } from '../stage.ts';
import { apiActors, bannerEffects, sessionEffects, type World } from '../world.ts';

/** §6: an invited teammate follows the mailed link. */
export function open(world: World, place: Place): Flow {
  const { readInvitation, acceptInvitation } = apiActors(world.api);
  const { notify, clearNotice } = bannerEffects(world);
  const { goTo, openSession } = sessionEffects(world);
  const actor = createActor(
    invitationMachine.provide({
      actors: { readInvitation, acceptInvitation },
      actions: { notify, clearNotice, goTo, openSession },
    }),
    { input: { token: tokenOf(place, 'invitation') ?? '' } },
  ).start();
  return {
    actor,
    draw: () => <ActorView actor={actor} screen={InvitationScreen} />,
    stop: () => actor.stop(),
  };
}
