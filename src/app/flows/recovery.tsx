import { emailPrefill } from '#domain/plainText.ts';
import { recoveryMachine } from '#machines/recovery.machine.ts';
import { RecoveryScreen } from '#screens/recovery/RecoveryScreen.tsx';
import { createActor } from '../actor.ts';
import { ActorView } from '../actorView.tsx';
import type { AppLocation } from '../navigation/appLocation.ts';
import type { Flow } from '../navigation/flowRouter.ts';
import { provideAll } from '../provideAll.ts';
import { type AppServices, apiActors, bannerEffects } from '../services.ts';

/**
 * §2 Request reset link. Prefilled with the address of the link, or the one typed at the login; it is passed back to
 * the login.
 */
export function open(services: AppServices, { query }: AppLocation): Flow {
  const { requestReset } = apiActors(services.api);
  const { notify, clearNotice } = bannerEffects(services);
  const actor = createActor(
    provideAll(recoveryMachine, { actors: { requestReset }, actions: { notify, clearNotice } }),
    {
      input: { email: emailPrefill(query.get('email')) || services.loginHint.email },
    },
  ).start();
  return {
    actor,
    render: () => <ActorView actor={actor} screen={RecoveryScreen} />,
    isPrerendered: () => true,
    keepAddress: () => {
      services.loginHint.email = actor.getSnapshot().context.form.values.email;
    },
  };
}
