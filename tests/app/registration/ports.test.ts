import { expect, test } from 'vitest';
import { type AnyStateMachine, StateMachine } from 'xstate';
import { providedRegistration } from '#app/registration/provide.ts';
import type { AppServices } from '#app/services.ts';
import { flows } from '#machines/registry.ts';

const services = { api: {}, settings: {}, page: {} } as AppServices;

/** Ports of a flow, and of the flows inside it, that are not provided. */
function forgotten(provided: AnyStateMachine): string[] {
  const own: AnyStateMachine | undefined = Object.values(flows).find(({ id }) => id === provided.id);
  const { actions = {}, actors = {} } = own?.implementations ?? {};
  const tells = Object.keys(actions).filter(
    (name) => typeof actions[name] === 'function' && !('resolve' in actions[name]),
  );
  return [
    ...tells
      .filter((name) => provided.implementations.actions[name] === actions[name])
      .map((name) => `${own?.id} tells ${name}`),
    ...Object.keys(actors).flatMap((name) => {
      const actor: unknown = provided.implementations.actors[name];
      if (actor === actors[name]) return [`${own?.id} asks ${name}`];
      return actor instanceof StateMachine ? forgotten(actor) : [];
    }),
  ];
}

test('every port of the wizard is provided', () => {
  expect(forgotten(providedRegistration(services))).toEqual([]);
});

test('a port that is not provided is detected', () => {
  expect(forgotten(flows.verification)).toEqual([
    'verification tells notify',
    'verification tells clearNotice',
    'verification asks updateRegistration',
    'verification asks resendRegistrationCode',
    'verification asks clock',
    'verification asks progressWatch',
  ]);
});
