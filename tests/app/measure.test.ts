import { expect, test, vi } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { measure } from '#app/measure.ts';
import type { Scene } from '#app/stage.ts';
import type { ConsentCookie } from '#contract/browser.ts';
import { consentMachine } from '#machines/consent.machine.ts';

const flow = createMachine({
  id: 'flow',
  context: { password: 'marker-secret' },
  initial: 'typing',
  states: { typing: { on: { SUBMIT: 'sending' } }, sending: { initial: 'card', states: { card: {} } } },
});

/** A document on a family, with what was agreed to before, and the sinks' ears. */
function document(family: 'login' | 'registration', given: Partial<ConsentCookie> | null) {
  const consent = createActor(consentMachine.provide({ actions: { storeConsent: () => {} } }), {
    input: { consent: given && { cookie_consent: 1, cookie_analytics: 0, cookie_marketing: 0, ...given } },
  }).start();
  const actor = createActor(flow).start();
  const scene: Scene = {
    name: family,
    place: { family, path: '/', query: new URLSearchParams() },
    flow: { actor, draw: () => null },
    open: () => expect.fail(),
  };
  let audience = () => {};
  const sinks = { analytics: vi.fn(), marketing: vi.fn() };
  const subscribe = (tell: () => void) => {
    audience = tell;
    return () => true;
  };
  measure({ consent }, { scene: () => scene, subscribe }, sinks);
  audience();
  return { consent, actor, sinks, states: () => sinks.analytics.mock.calls.map(([{ state }]) => state) };
}

test('L7: nothing of analytics or marketing before a choice, nor after refusing', () => {
  const { actor, consent, sinks } = document('login', null);
  actor.send({ type: 'SUBMIT' });
  consent.send({ type: 'ACCEPT_SELECTION' });
  expect([sinks.analytics.mock.calls, sinks.marketing.mock.calls]).toEqual([[], []]);
});

test('each category on its own', () => {
  const analytics = document('login', { cookie_analytics: 1 }).sinks;
  expect([analytics.analytics.mock.calls.length, analytics.marketing.mock.calls.length]).toEqual([1, 0]);
  const marketing = document('login', { cookie_marketing: 1 }).sinks;
  expect([marketing.analytics.mock.calls.length, marketing.marketing.mock.calls.length]).toEqual([0, 1]);
});

test('from the moment of consent on: family, state and time, each state once, and nothing that was typed', () => {
  const { actor, consent, sinks, states } = document('login', null);
  consent.send({ type: 'ACCEPT_ALL' });
  actor.send({ type: 'SUBMIT' });
  expect(states()).toEqual(['typing', 'sending.card']);
  const [event] = sinks.analytics.mock.calls[0] ?? [];
  expect(Object.keys(event)).toEqual(['family', 'state', 'at']);
  expect(event.family).toBe('login');
  expect(JSON.stringify(sinks.analytics.mock.calls)).not.toContain('marker-secret');
});

test('marketing is told once for a document, and never in one that shows the sign-up', () => {
  const { consent, sinks } = document('login', { cookie_marketing: 1 });
  consent.send({ type: 'MANAGE' });
  consent.send({ type: 'ACCEPT_ALL' });
  expect(sinks.marketing).toHaveBeenCalledOnce();
  const signUp = document('registration', { cookie_marketing: 1, cookie_analytics: 1 });
  expect(signUp.sinks.marketing).not.toHaveBeenCalled();
  expect(signUp.states()).toEqual(['typing']);
});
