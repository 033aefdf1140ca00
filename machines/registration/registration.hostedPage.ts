import type { RegistrationRecord } from '#contract/registration.ts';
import { failureNotice } from '../failureNotice.ts';
import { registrationSetup } from './registration.setup.ts';
import { bankInput } from './stepInputs.ts';
import { unsavedBankCheck } from './unsavedInput.ts';
import { bankNotice } from './wizard.ts';

/** §2: a hosted page covers the step that led to it; the step is kept until the page ends. */
export const hostedPage = registrationSetup.createStateConfig({
  initial: 'closed',
  states: {
    closed: {
      always: { guard: 'hasHostedPage', target: 'open' },
      on: {
        HISTORY_MOVED: [
          {
            guard: { type: 'isAfterUnsettled', params: ({ event }) => event },
            target: '#registration.rereading',
          },
          {
            guard: { type: 'isOtherStep', params: ({ event }) => event },
            target: '#registration.filling',
            reenter: true,
            actions: { type: 'setShownStep', params: ({ event }) => event.step },
          },
          { actions: { type: 'showStep', params: ({ context }) => ({ step: context.shownStep }) } },
        ],
      },
    },
    open: {
      entry: { type: 'storeToken', params: ({ context }) => ({ token: context.token }) },
      invoke: {
        id: 'bankCheck',
        src: 'bankCheck',
        input: ({ context }) => bankInput(context),
        onSnapshot: {
          actions: [
            { type: 'setUnsavedInput', params: ({ event }) => unsavedBankCheck(event.snapshot.context) },
            'storeUnsavedInput',
          ],
        },
        onDone: [
          {
            guard: { type: 'hasRecord', params: ({ event }) => event },
            target: 'read',
            actions: [
              { type: 'setBankResult', params: ({ event }) => event.output.result },
              { type: 'setRecord', params: ({ event }) => event.output.record as RegistrationRecord },
            ],
          },
          {
            guard: 'hasToken',
            target: 'reading',
            actions: { type: 'setBankResult', params: ({ event }) => event.output.result },
          },
          {
            target: '#registration.arriving',
            actions: { type: 'setBankResult', params: ({ event }) => event.output.result },
          },
        ],
        onError: { target: '#registration.broken' },
      },
    },
    /** §4: the message is only a hint; the registration, read again, decides. */
    reading: {
      invoke: {
        id: 'readRegistration',
        src: 'readRegistration',
        input: ({ context }) => ({ params: { registration_token: context.token ?? '' } }),
        onDone: {
          target: 'read',
          actions: { type: 'setRecord', params: ({ event }) => event.output.data.data },
        },
        onError: {
          target: '#registration.failed',
          actions: [
            { type: 'removeToken', params: { parameter: 'token' } },
            { type: 'notify', params: ({ event }) => failureNotice(event.error) },
          ],
        },
      },
      after: {
        answer: {
          target: '#registration.failed',
          actions: [{ type: 'removeToken', params: { parameter: 'token' } }, 'notifyUnreachable'],
        },
      },
    },
    /** After a rejected card, the form below is used again; every other outcome shows a step anew. */
    read: {
      always: [
        {
          guard: 'needsCardAgain',
          target: 'closed',
          actions: [
            { type: 'notify', params: ({ context }) => bankNotice(context) },
            'clearBankCheck',
            'storeUnsavedInput',
            'reopenBilling',
            { type: 'showStep', params: ({ context }) => ({ step: context.shownStep }) },
          ],
        },
        { target: '#registration.arriving' },
      ],
    },
  },
});
