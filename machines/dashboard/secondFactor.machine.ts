import { assign, setup } from 'xstate';
import type { Account } from '#contract/account.ts';
import { emptyForm, type Form } from '#domain/form.ts';
import { type Notice, type NoticeCode, success } from '#domain/notice.ts';
import { isSessionExpired, splitFailure } from '../failureNotice.ts';
import { formActions } from '../formActions.ts';
import { check, isValid, SecondFactorForm } from '../forms.ts';
import { apiRequest, effect, limits } from '../port.ts';
import { outcomeActions, type PanelOutcome, type PanelProblem, problemActions } from './panel.ts';

const empty = emptyForm<SecondFactorForm>({ password: '', end_other_sessions: false });
const splitPasswordFailure = (error: unknown) => splitFailure(error, ['password']);

/** The notice for the new setting. When it is off, the policy of the service still applies. */
const switchedCode = ({ second_factor, second_factor_policy }: Account): NoticeCode => {
  if (second_factor) return 'secondFactorOn';
  if (second_factor_policy === 'off') return 'secondFactorOff';
  return second_factor_policy === 'always' ? 'secondFactorOffAlways' : 'secondFactorOffKnownDevices';
};

/** Switches the person's second factor on or off, confirmed by the password. */
export const secondFactorMachine = setup({
  types: {
    context: {} as { isOn: boolean; form: Form<SecondFactorForm>; outcome: PanelOutcome } & PanelProblem,
    input: {} as { isOn: boolean },
    output: {} as PanelOutcome,
    events: {} as
      | { type: 'CHANGE'; change: Partial<SecondFactorForm> }
      | { type: 'BLUR'; field: keyof SecondFactorForm }
      | { type: 'SUBMIT' }
      | { type: 'CLOSE' },
    tags: {} as 'pending',
  },
  actors: { switchSecondFactor: apiRequest('switchSecondFactor') },
  actions: {
    notify: effect<Notice>('notify'),
    clearNotice: effect('clearNotice'),
    ...problemActions,
    ...formActions(check(SecondFactorForm), splitPasswordFailure),
    ...outcomeActions,
    clearPassword: assign({ form: empty }),
  },
  guards: {
    isComplete: ({ context }) => isValid(SecondFactorForm, context.form.values),
    isSessionExpired,
  },
  delays: { answer: limits.answer },
}).createMachine({
  id: 'secondFactor',
  context: ({ input }) => ({ ...input, form: empty, outcome: { kind: 'closed' }, problem: null }),
  output: ({ context }) => context.outcome,
  initial: 'editing',
  states: {
    editing: {
      on: {
        CHANGE: { actions: { type: 'editForm', params: ({ event }) => event.change } },
        BLUR: { actions: { type: 'checkField', params: ({ event }) => event.field } },
        SUBMIT: [{ guard: 'isComplete', target: 'switching', actions: 'checkForm' }, { actions: 'checkForm' }],
        CLOSE: 'closed',
      },
    },
    switching: {
      tags: 'pending',
      entry: ['clearNotice', 'clearProblem'],
      invoke: {
        id: 'switchSecondFactor',
        src: 'switchSecondFactor',
        input: ({ context }) => ({ body: { enabled: !context.isOn, ...context.form.values } }),
        onDone: {
          target: 'closed',
          actions: [
            { type: 'setAccount', params: ({ event }) => event.output.data.data },
            { type: 'notify', params: ({ event }) => success({ code: switchedCode(event.output.data.data) }) },
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
    closed: { type: 'final', entry: 'clearPassword' },
  },
});
