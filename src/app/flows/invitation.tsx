import { invitationMachine } from '#machines/invitation.machine.ts';
import { InvitationScreen } from '#screens/invitation/InvitationScreen.tsx';
import { createActor } from '../actor.ts';
import { ActorView } from '../actorView.tsx';
import { type AppLocation, tokenOf } from '../navigation/appLocation.ts';
import type { Flow } from '../navigation/flowRouter.ts';
import { provideAll } from '../provideAll.ts';
import { type AppServices, apiActors, bannerEffects, sessionEffects } from '../services.ts';

/** §6: an invited teammate follows the mailed link. */
export function open(services: AppServices, appLocation: AppLocation): Flow {
  const { readInvitation, acceptInvitation } = apiActors(services.api);
  const { notify, clearNotice } = bannerEffects(services);
  const { goTo, openSession } = sessionEffects(services);
  const actor = createActor(
    provideAll(invitationMachine, {
      actors: { readInvitation, acceptInvitation },
      actions: { notify, clearNotice, goTo, openSession },
    }),
    { input: { token: tokenOf(appLocation, 'invitation') ?? '' } },
  ).start();
  return { actor, render: () => <ActorView actor={actor} screen={InvitationScreen} /> };
}
