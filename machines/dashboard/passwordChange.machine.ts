import { assign, setup } from 'xstate';
import type { RememberedSession } from '#contract/session.ts';
import { emptyForm, type Form } from '#domain/form.ts';
import { type Notice, success } from '#domain/notice.ts';
import { failureNotice, isSessionExpired, splitFailure } from '../failureNotice.ts';
import { formActions } from '../formActions.ts';
import { check, isValid, PasswordChangeForm } from '../forms.ts';
import { apiRequest, effect, limits } from '../port.ts';
import { type PanelOutcome, type PanelProblem, problemActions } from './panel.ts';

const splitPasswordFailure = (error: unknown) => splitFailure(error, ['current_password', 'password']);
const emptyValues: PasswordChangeForm = { current_password: '', password: '' };

/**
 * Changes the password. This session gets a new token and all others end. A person without a password (single sign-on)
 * cannot confirm one, and uses the mailed reset link instead.
 */
export const passwordChangeMachine = setup({
  types: {
    context: {} as {
      hasPassword: boolean;
      email: string;
      form: Form<PasswordChangeForm>;
      outcome: PanelOutcome;
    } & PanelProblem,
    input: {} as { hasPassword: boolean; email: string },
    output: {} as PanelOutcome,
    events: {} as
      | { type: 'CHANGE'; change: Partial<PasswordChangeForm> }
      | { type: 'BLUR'; field: keyof PasswordChangeForm }
      | { type: 'SUBMIT' }
      | { type: 'SEND_LINK' }
      | { type: 'CLOSE' },
    tags: {} as 'pending',
  },
  actors: { changePassword: apiRequest('changePassword'), requestReset: apiRequest('requestReset') },
  actions: {
    notify: effect<Notice>('notify'),
    clearNotice: effect('clearNotice'),
    ...problemActions,
    renewSession: effect<RememberedSession>('renewSession'),
    ...formActions(check(PasswordChangeForm), splitPasswordFailure),
    setRenewal: assign({ outcome: { kind: 'renewed' } }),
    setSessionExpired: assign({ outcome: { kind: 'sessionExpired' } }),
    clearPasswords: assign({ form: emptyForm(emptyValues) }),
  },
  guards: {
    hasPassword: ({ context }) => context.hasPassword,
    isComplete: ({ context }) => isValid(PasswordChangeForm, context.form.values),
    isSessionExpired,
  },
  delays: { answer: limits.answer },
}).createMachine({
  id: 'passwordChange',
  context: ({ input }) => ({ ...input, form: emptyForm(emptyValues), outcome: { kind: 'closed' }, problem: null }),
  output: ({ context }) => context.outcome,
  initial: 'opening',
  states: {
    opening: { always: [{ guard: 'hasPassword', target: 'editing' }, { target: 'offeringLink' }] },
    offeringLink: { on: { SEND_LINK: 'sendingLink', CLOSE: 'closed' } },
    sendingLink: {
      tags: 'pending',
      entry: ['clearNotice', 'clearProblem'],
      invoke: {
        id: 'requestReset',
        src: 'requestReset',
        input: ({ context }) => ({ body: { email: context.email } }),
        onDone: 'linkSent',
        onError: {
          target: 'offeringLink',
          actions: { type: 'setProblem', params: ({ event }) => failureNotice(event.error) },
        },
      },
      after: {
        answer: { target: 'offeringLink', actions: 'setUnreachable' },
      },
    },
    linkSent: { on: { CLOSE: 'closed' } },
    editing: {
      on: {
        CHANGE: { actions: { type: 'editForm', params: ({ event }) => event.change } },
        BLUR: { actions: { type: 'checkField', params: ({ event }) => event.field } },
        SUBMIT: [{ guard: 'isComplete', target: 'changing', actions: 'checkForm' }, { actions: 'checkForm' }],
        CLOSE: 'closed',
      },
    },
    changing: {
      tags: 'pending',
      entry: ['clearNotice', 'clearProblem'],
      invoke: {
        id: 'changePassword',
        src: 'changePassword',
        input: ({ context }) => ({ body: context.form.values }),
        onDone: {
          target: 'closed',
          actions: [
            { type: 'renewSession', params: ({ event }) => event.output.data },
            'setRenewal',
            { type: 'notify', params: success({ code: 'passwordChanged' }) },
          ],
        },
        onError: [
          {
            guard: { type: 'isSessionExpired', params: ({ event }) => event },
            target: 'closed',
            actions: 'setSessionExpired',
          },
          {
            target: 'editing',
            actions: [
              { type: 'setFormErrors', params: ({ event }) => event },
              { type: 'setProblem', params: ({ event }) => splitPasswordFailure(event.error).notice },
            ],
          },
        ],
      },
      after: { answer: { target: 'editing', actions: 'setUnreachable' } },
    },
    closed: { type: 'final', entry: 'clearPasswords' },
  },
});
