import { expect, test } from 'vitest';
import { type EventObject, fromCallback, fromPromise } from 'xstate';
import { provideAll } from '#app/provideAll.ts';
import { apiActors } from '#app/services.ts';
import { authMachine } from '#machines/auth.machine.ts';
import { bankCheckMachine } from '#machines/registration/bankCheck.machine.ts';
import { progressWatchMachine } from '#machines/registration/progressWatch.machine.ts';
import { verificationMachine } from '#machines/registration/verification.machine.ts';

/*
 * The verdicts are the compiler's: where it finds no error, `@ts-expect-error` is one. The run only shows that what is
 * provided is used.
 */

const { readRegistration, updateRegistration, resendRegistrationCode } = apiActors({} as never);
const callback = fromCallback(() => {});
const nothing = () => {};
const progressWatch = provideAll(progressWatchMachine, { actors: { readRegistration, returns: callback } });
const actors = { updateRegistration, resendRegistrationCode, clock: callback, progressWatch };
const actions = { notify: nothing, clearNotice: nothing };

test('a machine with all its ports has them', () => {
  const { implementations } = provideAll(verificationMachine, { actors, actions });
  expect(implementations.actors).toMatchObject(actors);
  expect(implementations.actions).toMatchObject(actions);
});

test('a port that is left out is a type error', () => {
  const { updateRegistration: _, ...withoutRequest } = actors;
  const { clock: __, ...withoutSubscription } = actors;
  const { clearNotice: ___, ...withoutEffect } = actions;
  // @ts-expect-error: updateRegistration
  provideAll(verificationMachine, { actors: withoutRequest, actions });
  // @ts-expect-error: clock
  provideAll(verificationMachine, { actors: withoutSubscription, actions });
  // @ts-expect-error: clearNotice
  provideAll(verificationMachine, { actors, actions: withoutEffect });
  // @ts-expect-error: every effect
  provideAll(verificationMachine, { actors });
  // @ts-expect-error: every request, subscription and child flow
  provideAll(authMachine, { actions: {} });
});

test('so is a child flow whose own ports are not provided', () => {
  const bankActors = {
    clock: callback,
    bankAnswered: fromCallback<EventObject, { url: string }>(nothing),
    backPressed: callback,
  };
  provideAll(bankCheckMachine, { actors: { ...bankActors, progressWatch }, actions: { notify: nothing } });
  const unprovided = { ...bankActors, progressWatch: progressWatchMachine };
  // @ts-expect-error: progressWatch has ports of its own
  provideAll(bankCheckMachine, { actors: unprovided, actions: { notify: nothing } });
});

test('so are a port that the machine does not have, and one that answers something else', () => {
  // @ts-expect-error: goTo
  provideAll(verificationMachine, { actors, actions: { ...actions, goTo: nothing } });
  const other = fromPromise(async () => 'not an answer of the API');
  // @ts-expect-error: updateRegistration
  provideAll(verificationMachine, { actors: { ...actors, updateRegistration: other }, actions });
});
