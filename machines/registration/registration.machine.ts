import { rememberedSession } from '#contract/session.ts';
import { problem, success } from '#domain/notice.ts';
import { failureNotice } from '../failureNotice.ts';
import type { ReferenceData } from './arrival.machine.ts';
import { hostedPage } from './registration.hostedPage.ts';
import { registrationSetup } from './registration.setup.ts';
import { step } from './registration.steps.ts';
import { teamChoiceInput } from './stepInputs.ts';
import { bankNotice, newWizard, rejectionNotice } from './wizard.ts';

/**
 * §4 Registration: 1 → 2 (or 2-sso) → 3 → 4, with either order of the middle steps; each step is a machine of its own.
 */
export const registrationMachine = registrationSetup.createMachine({
  id: 'registration',
  context: ({ input }) => newWizard(input),
  initial: 'opening',
  /** After midnight, an open page shows the end date of a trial that starts today. */
  on: { DAY_BEGAN: { actions: { type: 'setToday', params: ({ event }) => event.today } } },
  states: {
    /** A new sign-up begins with step 1, which needs nothing from the server. */
    opening: { always: [{ guard: 'hasToken', target: 'loading' }, { target: 'arriving' }] },
    /** §2: a skeleton is shown while the registration, dictionaries and countries load. */
    loading: {
      tags: 'skeleton',
      invoke: {
        id: 'arrival',
        src: 'arrival',
        input: ({ context }) => ({ token: context.token }),
        onDone: [
          { guard: { type: 'hasNoData', params: ({ event }) => event }, target: 'failed' },
          {
            target: 'arriving',
            actions: [
              { type: 'setReferenceData', params: ({ event }) => event.output as ReferenceData },
              { type: 'storeToken', params: ({ context }) => ({ token: context.token }) },
            ],
          },
        ],
        onError: { target: 'broken' },
      },
    },
    /** The same for a new sign-up that has reached the first step that shows countries. */
    loadingReferenceData: {
      tags: 'skeleton',
      invoke: {
        id: 'arrival',
        src: 'arrival',
        input: { token: null },
        onDone: [
          { guard: { type: 'hasNoData', params: ({ event }) => event }, target: 'failed' },
          {
            target: 'arriving',
            actions: { type: 'setReferenceData', params: ({ event }) => event.output as ReferenceData },
          },
        ],
        onError: { target: 'broken' },
      },
    },
    /** A child flow has failed. */
    broken: {
      entry: { type: 'notify', params: problem({ code: 'somethingWrong' }) },
      always: { target: 'failed' },
    },
    /** The token has left the address, but 'Try again' still uses it. */
    failed: {
      tags: 'failed',
      exit: 'clearNotice',
      on: {
        TRY_AGAIN: { target: 'opening' },
        START_AGAIN: {
          guard: 'hasToken',
          target: 'filling',
          actions: ['clearRegistration', 'removeUnsavedInput', { type: 'removeToken', params: { parameter: 'token' } }],
        },
      },
    },
    arriving: {
      always: [
        { guard: 'isJustCompleted', target: 'loggingIn' },
        { guard: 'isCompleted', target: 'completed' },
        {
          guard: { type: 'isAfterUnsettled', params: ({ context }) => ({ step: context.shownStep }) },
          target: 'rereading',
        },
        { guard: 'isInvited', target: 'choosingTeam' },
        { guard: 'lacksReferenceData', target: 'loadingReferenceData' },
        {
          guard: 'hasBankResult',
          target: 'filling',
          actions: [
            { type: 'notify', params: ({ context }) => bankNotice(context) },
            'clearBankCheck',
            'storeUnsavedInput',
          ],
        },
        { guard: 'hasHostedPage', target: 'filling' },
        {
          guard: 'isStepUnchanged',
          target: 'filling',
          actions: { type: 'notify', params: ({ context }) => rejectionNotice(context) },
        },
        {
          guard: 'hasDiscardedInput',
          target: 'filling',
          actions: { type: 'notify', params: problem({ code: 'registrationMoved' }) },
        },
        { target: 'filling' },
      ],
    },
    filling: {
      entry: { type: 'showStep', params: ({ context }) => ({ step: context.shownStep }) },
      exit: 'clearNotice',
      type: 'parallel',
      states: {
        step,
        hostedPage,
      },
    },
    /** §6: joins the team that invited the address, or continues with an account of one's own. */
    choosingTeam: {
      on: {
        HISTORY_MOVED: { actions: { type: 'showStep', params: ({ context }) => ({ step: context.shownStep }) } },
      },
      invoke: {
        id: 'teamChoice',
        src: 'teamChoice',
        input: ({ context }) => teamChoiceInput(context),
        onDone: { target: 'answered', actions: { type: 'setOutcome', params: ({ event }) => event.output } },
        onError: { target: 'broken' },
      },
    },
    answered: {
      always: [
        { guard: 'isRegistrationNotFound', target: 'registrationNotFound' },
        { guard: 'hasMoved', target: 'rereading' },
        { guard: 'hasJoined', target: 'joinedTeam' },
        { guard: 'isChallenged', target: 'challenged' },
        { guard: 'hasStartedOwn', target: 'arriving', actions: 'storeUnsavedInput' },
        {
          guard: 'hasNotAdvanced',
          target: 'arriving',
          actions: [
            { type: 'storeToken', params: ({ context }) => ({ token: context.token }) },
            'storeUnsavedInput',
            { type: 'notify', params: problem({ code: 'somethingWrong' }) },
          ],
        },
        {
          guard: 'isSaved',
          target: 'arriving',
          actions: [{ type: 'storeToken', params: ({ context }) => ({ token: context.token }) }, 'storeUnsavedInput'],
        },
        { target: 'arriving' },
      ],
    },
    rereading: {
      tags: 'pending',
      invoke: {
        id: 'readRegistration',
        src: 'readRegistration',
        input: ({ context }) => ({ params: { registration_token: context.token ?? '' } }),
        onDone: {
          target: 'arriving',
          actions: { type: 'setRecord', params: ({ event }) => event.output.data.data },
        },
        onError: {
          target: 'failed',
          actions: [
            { type: 'removeToken', params: { parameter: 'token' } },
            { type: 'notify', params: ({ event }) => failureNotice(event.error) },
          ],
        },
      },
      after: {
        answer: {
          target: 'failed',
          actions: [{ type: 'removeToken', params: { parameter: 'token' } }, 'notifyUnreachable'],
        },
      },
    },
    loggingIn: {
      tags: ['pending', 'started'],
      entry: ['removeUnsavedInput', { type: 'notify', params: success({ code: 'registrationSuccessful' }) }],
      invoke: {
        id: 'openRegistrationSession',
        src: 'openRegistrationSession',
        input: ({ context }) => ({ params: { registration_token: context.token ?? '' } }),
        onDone: {
          target: 'showingSuccess',
          actions: { type: 'openSession', params: ({ event }) => rememberedSession(event.output.data, false) },
        },
        onError: [
          {
            guard: { type: 'needsCookies', params: ({ event }) => event },
            target: 'notLoggedIn',
            actions: { type: 'notify', params: ({ event }) => failureNotice(event.error) },
          },
          { target: 'notLoggedIn', actions: { type: 'notify', params: problem({ code: 'somethingWrong' }) } },
        ],
      },
      after: {
        answer: { target: 'notLoggedIn', actions: { type: 'notify', params: problem({ code: 'somethingWrong' }) } },
      },
    },
    /** The customer is logged in; the message stays long enough to be read. */
    showingSuccess: { tags: 'started', after: { successRead: { target: 'loggedIn' } } },
    /** The registration is complete, but the login failed; the person continues at the login screen. */
    notLoggedIn: { tags: 'started', on: { LOG_IN: { target: 'completed' } } },
    registrationNotFound: {
      tags: 'failed',
      entry: [
        { type: 'removeToken', params: { parameter: 'token' } },
        'removeUnsavedInput',
        { type: 'notify', params: ({ context }) => rejectionNotice(context) },
      ],
      exit: 'clearNotice',
      on: { START_AGAIN: { target: 'filling', actions: 'clearRegistration' } },
    },
    completed: { type: 'final', entry: ['removeUnsavedInput', { type: 'goTo', params: { family: 'login' } }] },
    joinedTeam: { type: 'final', entry: ['removeUnsavedInput', { type: 'goTo', params: { family: 'dashboard' } }] },
    challenged: { type: 'final', entry: ['removeUnsavedInput', { type: 'goTo', params: { family: 'login2fa' } }] },
    loggedIn: { type: 'final', entry: { type: 'goTo', params: { family: 'dashboard' } } },
  },
});
