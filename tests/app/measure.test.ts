import { describe, expect, test, vi } from 'vitest';
import { type AnyActorRef, createActor, createMachine } from 'xstate';
import { measure } from '#app/measurement/measure.ts';
import type { AppLocation } from '#app/navigation/appLocation.ts';
import type { ActiveFlow } from '#app/navigation/flowRouter.ts';
import type { AppServices } from '#app/services.ts';
import type { ConsentCookie } from '#contract/browser.ts';
import { consentMachine } from '#machines/consent.machine.ts';
import { settings as builtIn } from '#settings';

const flow = createMachine({
  id: 'flow',
  context: { password: 'marker-secret' },
  initial: 'typing',
  states: { typing: { on: { SUBMIT: 'sending' } }, sending: { initial: 'card', states: { card: {} } } },
});

/** A document on a family, with the consent given before; returns what the sinks received. */
function document(family: 'login' | 'registration', given: Partial<ConsentCookie> | null) {
  const consent = createActor(consentMachine.provide({ actions: { storeConsent: () => {} } }), {
    input: { consent: given && { cookie_consent: 1, cookie_analytics: 0, cookie_marketing: 0, ...given } },
  }).start();
  const actor = createActor(flow).start();
  const activeFlow: ActiveFlow = {
    name: family,
    appLocation: { family, path: '/', query: new URLSearchParams() },
    flow: { actor, render: () => null },
    open: () => expect.fail(),
  };
  const sinks = {
    analytics: { record: vi.fn(), withdraw: vi.fn(() => true) },
    marketing: { load: vi.fn(), withdraw: vi.fn(() => true) },
  };
  const cookies = { removeTools: vi.fn() } as unknown as AppServices['cookies'];
  const reload = vi.fn();
  // The flow is on screen already when measuring begins.
  const subscribe = () => () => true;
  const settings = { ...builtIn, consentCookies: { analytics: ['_a'], marketing: ['_m', '_m_*'] } };
  measure({ consent, cookies, settings }, { activeFlow: () => activeFlow, subscribe }, sinks, reload);
  const removed = () => vi.mocked(cookies.removeTools).mock.calls.map(([names]) => names);
  return {
    consent,
    actor,
    sinks,
    reload,
    removed,
    states: () => sinks.analytics.record.mock.calls.map(([{ state }]) => state),
  };
}

test('no analytics or marketing before a choice or after rejecting', () => {
  const { actor, consent, sinks } = document('login', null);
  actor.send({ type: 'SUBMIT' });
  consent.send({ type: 'ACCEPT_SELECTION' });
  expect([sinks.analytics.record.mock.calls, sinks.marketing.load.mock.calls]).toEqual([[], []]);
});

test('consent to one category starts the tools of that category only', () => {
  const analytics = document('login', { cookie_analytics: 1 }).sinks;
  expect([analytics.analytics.record.mock.calls.length, analytics.marketing.load.mock.calls.length]).toEqual([1, 0]);
  const marketing = document('login', { cookie_marketing: 1 }).sinks;
  expect([marketing.analytics.record.mock.calls.length, marketing.marketing.load.mock.calls.length]).toEqual([0, 1]);
});

test('after consent: family, state and time, each state once, and no input', () => {
  const { actor, consent, sinks, states } = document('login', null);
  consent.send({ type: 'ACCEPT_ALL' });
  actor.send({ type: 'SUBMIT' });
  expect(states()).toEqual(['typing', 'sending.card']);
  const [event] = sinks.analytics.record.mock.calls[0] ?? [];
  expect(Object.keys(event)).toEqual(['family', 'state', 'at']);
  expect(event.family).toBe('login');
  expect(JSON.stringify(sinks.analytics.record.mock.calls)).not.toContain('marker-secret');
});

test('marketing is loaded once per document, and never in one that shows the sign-up', () => {
  const { consent, sinks } = document('login', { cookie_marketing: 1 });
  consent.send({ type: 'MANAGE' });
  consent.send({ type: 'ACCEPT_ALL' });
  expect(sinks.marketing.load).toHaveBeenCalledOnce();
  const signUp = document('registration', { cookie_marketing: 1, cookie_analytics: 1 });
  expect(signUp.sinks.marketing.load).not.toHaveBeenCalled();
  expect(signUp.states()).toEqual(['typing']);
});

describe('in a document that shows one flow after another', () => {
  const consent = () =>
    createActor(consentMachine.provide({ actions: { storeConsent: () => {} } }), {
      input: { consent: { cookie_consent: 1, cookie_analytics: 1, cookie_marketing: 1 } },
    }).start();

  /** A document without a flow yet; `show` shows one. */
  function emptyDocument() {
    let active: ActiveFlow | null = null;
    let notify = () => {};
    const record = vi.fn();
    const load = vi.fn();
    const services = { consent: consent(), cookies: { removeTools: vi.fn() }, settings: builtIn };
    measure(
      services as unknown as AppServices,
      {
        activeFlow: () => active,
        subscribe: (call) => {
          notify = call;
          return () => true;
        },
      },
      { analytics: { record, withdraw: () => true }, marketing: { load, withdraw: () => true } },
      vi.fn(),
    );
    const show = (family: AppLocation['family'], actor?: AnyActorRef) => {
      const appLocation = { family, path: '/', query: new URLSearchParams() };
      active = {
        name: String(family),
        appLocation,
        flow: { render: () => null, ...(actor && { actor }) },
        open: () => expect.fail(),
      };
      notify();
    };
    const recorded = () => record.mock.calls.map(([{ family, state }]) => `${family} ${state}`);
    return { show, recorded, load };
  }

  test('each is measured while it is shown, and not afterwards', () => {
    const { show, recorded } = emptyDocument();
    expect(recorded()).toEqual([]);
    const [first, second] = [createActor(flow).start(), createActor(flow).start()];
    show('login', first);
    show('login', first);
    show('dashboard', second);
    first.send({ type: 'SUBMIT' });
    expect(recorded()).toEqual(['login typing', 'dashboard typing']);
    second.send({ type: 'SUBMIT' });
    expect(recorded().slice(2)).toEqual(['dashboard sending.card']);
  });

  test('a flow that keeps running at another address is measured there, once for each state', () => {
    const { show, recorded } = emptyDocument();
    const actor = createActor(flow).start();
    show('login', actor);
    show('login2fa', actor);
    actor.send({ type: 'SUBMIT' });
    expect(recorded()).toEqual(['login typing', 'login2fa typing', 'login2fa sending.card']);
  });

  test('one without a machine is shown, also at an unknown address', () => {
    const { show, recorded } = emptyDocument();
    show('contact');
    show(null);
    expect(recorded()).toEqual(['contact shown', 'notFound shown']);
  });

  test('the states of parallel parts are named in order', () => {
    const { show, recorded } = emptyDocument();
    const part = (inner: string) => ({ initial: inner, states: { [inner]: {} } });
    const both = createMachine({ type: 'parallel', states: { step: part('typing'), page: part('closed') } });
    show('login', createActor(both).start());
    expect(recorded()).toEqual(['login step.typing_page.closed']);
  });

  test('marketing is loaded with the first flow that is not the sign-up', () => {
    const { show, load } = emptyDocument();
    expect(load).not.toHaveBeenCalled();
    show('registration', createActor(flow).start());
    expect(load).not.toHaveBeenCalled();
    show(null);
    show('login', createActor(flow).start());
    expect(load).toHaveBeenCalledOnce();
  });
});

describe('withdrawn consent', () => {
  const all = { cookie_analytics: 1, cookie_marketing: 1 } as const;
  const without = (visit: ReturnType<typeof document>, change: { analytics?: boolean; marketing?: boolean }) => {
    visit.consent.send({ type: 'MANAGE' });
    visit.consent.send({ type: 'CHANGE', change });
    visit.consent.send({ type: 'ACCEPT_SELECTION' });
  };

  test('each category is stopped independently, and its cookies are deleted', () => {
    const visit = document('login', all);
    expect(visit.removed()).toEqual([]);
    without(visit, { marketing: false });
    expect(visit.sinks.marketing.withdraw).toHaveBeenCalledOnce();
    expect(visit.sinks.analytics.withdraw).not.toHaveBeenCalled();
    expect(visit.removed()).toEqual([['_m', '_m_*']]);
    without(visit, { analytics: false });
    expect(visit.sinks.analytics.withdraw).toHaveBeenCalledOnce();
    expect(visit.removed()).toEqual([['_m', '_m_*'], ['_a']]);
    visit.actor.send({ type: 'SUBMIT' });
    expect(visit.states()).toEqual(['typing']);
    expect(visit.reload).not.toHaveBeenCalled();
  });

  test('a category that cannot be stopped reloads the document after its cookies are deleted', () => {
    const visit = document('login', all);
    visit.sinks.marketing.withdraw.mockReturnValue(false);
    visit.reload.mockImplementation(() => expect(visit.removed()).toEqual([['_m', '_m_*']]));
    without(visit, { marketing: false });
    expect(visit.reload).toHaveBeenCalledOnce();
  });

  test('in a sign-up the marketing cookies are deleted without a reload, so input is kept', () => {
    const visit = document('registration', all);
    visit.sinks.marketing.withdraw.mockReturnValue(false);
    without(visit, { marketing: false });
    expect(visit.removed()).toEqual([['_m', '_m_*']]);
    expect(visit.sinks.marketing.withdraw).not.toHaveBeenCalled();
    expect(visit.reload).not.toHaveBeenCalled();
  });

  test('withdrawing in another tab stops it here too', () => {
    const visit = document('login', all);
    const consent = { cookie_consent: 1, cookie_analytics: 0, cookie_marketing: 0 } as const;
    visit.consent.send({ type: 'CONSENT_GIVEN', consent });
    expect(visit.sinks.marketing.withdraw).toHaveBeenCalledOnce();
    expect(visit.sinks.analytics.withdraw).toHaveBeenCalledOnce();
  });

  test('giving consent again starts and loads it again', () => {
    const visit = document('login', all);
    without(visit, { analytics: false, marketing: false });
    visit.consent.send({ type: 'MANAGE' });
    visit.consent.send({ type: 'ACCEPT_ALL' });
    expect(visit.states()).toEqual(['typing', 'typing']);
    expect(visit.sinks.marketing.load).toHaveBeenCalledTimes(2);
  });

  test('a consent that was never given is not withdrawn by refusing it', () => {
    const visit = document('login', null);
    visit.consent.send({ type: 'ACCEPT_SELECTION' });
    expect(visit.sinks.analytics.withdraw).not.toHaveBeenCalled();
    expect(visit.removed()).toHaveLength(2);
  });

  test('cookies of an expired consent are deleted at the start', () => {
    expect(document('login', null).removed()).toEqual([['_a'], ['_m', '_m_*']]);
  });
});
