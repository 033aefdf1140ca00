import type { StateValue } from 'xstate';
import type { Sinks } from '#settings';
import type { FlowRouter } from '../navigation/flowRouter.ts';
import type { AppServices } from '../services.ts';
import { type ConsentCategory, followWithdrawal } from './withdrawal.ts';

type Measured = Pick<AppServices, 'consent' | 'cookies' | 'settings'>;

/**
 * Sends events to the operator's sinks, each only after consent to its category: to analytics the states that are
 * reached, never any input; to marketing one event, and never in a document that shows the sign-up.
 */
export function measure(
  services: Measured,
  router: Pick<FlowRouter, 'activeFlow' | 'subscribe'>,
  sinks: Sinks,
  reload: () => void,
) {
  const { consent } = services;
  let unwatch = () => {};
  let reached = '';
  let isMarketed = false;

  const record = (family: string, state: string) => {
    if (!consent.getSnapshot().context.given?.analytics || reached === `${family} ${state}`) return;
    reached = `${family} ${state}`;
    sinks.analytics.record({ family, state, at: new Date().toISOString() });
  };

  const stop = (category: ConsentCategory): boolean => {
    if (category === 'analytics') {
      reached = '';
      return sinks.analytics.withdraw();
    }
    if (!isMarketed) return true;
    isMarketed = false;
    return sinks.marketing.withdraw();
  };

  /** Observes the active flow; a flow without a machine is one state. */
  const observe = () => {
    const activeFlow = router.activeFlow();
    if (!activeFlow) return;
    const family = activeFlow.appLocation.family ?? 'notFound';
    if (!isMarketed && family !== 'registration' && consent.getSnapshot().context.given?.marketing) {
      isMarketed = true;
      sinks.marketing.load();
    }
    const { actor } = activeFlow.flow;
    if (!actor) return record(family, 'shown');
    record(family, nameOf(actor.getSnapshot().value));
    unwatch();
    const watching = actor.subscribe((snapshot) =>
      record(router.activeFlow()?.appLocation.family ?? family, nameOf(snapshot.value)),
    );
    unwatch = () => watching.unsubscribe();
  };

  followWithdrawal(services, stop, reload);
  router.subscribe(observe);
  consent.subscribe(observe);
  observe();
}

/** 'filling.verifyingEmail'; the names of parallel states are joined in order. */
function nameOf(value: StateValue): string {
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([name, inner]) => (inner === undefined ? name : `${name}.${nameOf(inner)}`))
    .join('_');
}
