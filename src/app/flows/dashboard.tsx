import { greetedUsers } from '#adapters/greetedUsers.ts';
import { keyValueStore } from '#adapters/storage.ts';
import { DashboardScreen } from '#screens/dashboard/DashboardScreen.tsx';
import { createActor } from '../actor.ts';
import { ActorView } from '../actorView.tsx';
import { closeSession, providedDashboard } from '../dashboard/provide.ts';
import { subscribeToDays } from '../days.ts';
import type { Flow } from '../navigation/flowRouter.ts';
import type { AppServices } from '../services.ts';
import { whenIdle } from '../whenIdle.ts';

/**
 * §1 and §6 The dashboard. A new day refreshes it, because it may have ended the trial. If another person has logged in
 * in another tab, the page is reloaded.
 */
export function open(services: AppServices): Flow {
  const userId = () => services.cookies.auth.read()?.user_id;
  const openedFor = userId();
  const greeted = greetedUsers(keyValueStore(() => localStorage));
  const actor = createActor(
    providedDashboard(services, { refreshAccount: () => actor.send({ type: 'REFRESH' }), greeted }),
    { input: { greeted: greeted.read() } },
  ).start();
  // The screen after a log-out, which may come without a connection.
  whenIdle(() => void import('./auth.tsx').catch(() => {}));
  // A page that is closed before the log-out is answered does not leave the browser logged in.
  const left = new AbortController();
  const onLeave = () => actor.getSnapshot().matches('loggingOut') && closeSession(services);
  addEventListener('pagehide', onLeave, { signal: left.signal });
  const unsubscribeFromDays = subscribeToDays(services.clock, () => actor.send({ type: 'REFRESH' }));
  return {
    actor,
    render: () => <ActorView actor={actor} screen={DashboardScreen} />,
    onMove: () => {
      if (userId() === openedFor) return;
      // Until the document is left, a press would be carried out for the other person.
      actor.stop();
      location.reload();
    },
    stop: () => {
      left.abort();
      unsubscribeFromDays();
    },
  };
}
