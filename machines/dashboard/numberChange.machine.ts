import { assign, sendTo, setup } from 'xstate';
import type { Coverage, Dictionary } from '#contract/coverage.ts';
import { type Notice, problem, success } from '#domain/notice.ts';
import { failureNotice, isSessionExpired } from '../failureNotice.ts';
import { apiRequest, effect, limits, request } from '../port.ts';
import { noNames } from '../registration/noNames.ts';
import { type PickedNumber, pickedNumber, type Selection } from '../registration/numberOptions.ts';
import { numberPickerMachine } from '../registration/numberPicker.machine.ts';
import { isNumberTaken } from '../registration/outcome.ts';
import { outcomeActions, type PanelOutcome, type PanelProblem, problemActions } from './panel.ts';

/** §8: the number can be changed in the dashboard after sign-up, with the same picker as in the wizard. */
export const numberChangeMachine = setup({
  types: {
    context: {} as {
      countries: readonly Coverage[];
      dictionary: Dictionary;
      picked: PickedNumber | null;
      outcome: PanelOutcome;
    } & PanelProblem,
    output: {} as PanelOutcome,
    events: {} as { type: 'TRY_AGAIN' } | { type: 'SUBMIT' } | { type: 'CLOSE' },
    children: {} as {
      listCountries: 'listCountries';
      readCoverageDictionaries: 'readCoverageDictionaries';
      numberPicker: 'numberPicker';
      changeNumber: 'changeNumber';
    },
    tags: {} as 'pending',
  },
  actors: {
    listCountries: request<Coverage[]>('listCountries'),
    readCoverageDictionaries: request<Dictionary>('readCoverageDictionaries'),
    numberPicker: numberPickerMachine,
    changeNumber: apiRequest('changeNumber'),
  },
  actions: {
    notify: effect<Notice>('notify'),
    clearNotice: effect('clearNotice'),
    ...problemActions,
    setCountries: assign((_, countries: Coverage[]) => ({ countries })),
    setNames: assign((_, dictionary: Dictionary) => ({ dictionary })),
    setPickedNumber: assign((_, selection: Selection) => ({ picked: pickedNumber(selection) })),
    clearPickedNumber: assign({ picked: null }),
    ...outcomeActions,
    reportNumberTaken: sendTo('numberPicker', { type: 'NUMBER_TAKEN' }),
  },
  guards: {
    hasNumber: ({ context }) => context.picked !== null,
    isNumberTaken,
    isSessionExpired,
  },
  delays: { answer: limits.answer },
}).createMachine({
  id: 'numberChange',
  context: { countries: [], dictionary: noNames, picked: null, outcome: { kind: 'closed' }, problem: null },
  output: ({ context }) => context.outcome,
  initial: 'loadingCountries',
  states: {
    loadingCountries: {
      tags: 'pending',
      invoke: {
        id: 'listCountries',
        src: 'listCountries',
        onDone: { target: 'loadingNames', actions: { type: 'setCountries', params: ({ event }) => event.output } },
        onError: {
          target: 'failed',
          actions: { type: 'setProblem', params: ({ event }) => failureNotice(event.error) },
        },
      },
      after: { answer: { target: 'failed', actions: 'setUnreachable' } },
      on: { CLOSE: 'closed' },
    },
    loadingNames: {
      tags: 'pending',
      invoke: {
        id: 'readCoverageDictionaries',
        src: 'readCoverageDictionaries',
        onDone: { target: 'choosing', actions: { type: 'setNames', params: ({ event }) => event.output } },
        onError: {
          target: 'failed',
          actions: { type: 'setProblem', params: ({ event }) => failureNotice(event.error) },
        },
      },
      after: { answer: { target: 'failed', actions: 'setUnreachable' } },
      on: { CLOSE: 'closed' },
    },
    failed: { exit: 'clearProblem', on: { TRY_AGAIN: 'loadingCountries', CLOSE: 'closed' } },
    choosing: {
      invoke: {
        id: 'numberPicker',
        src: 'numberPicker',
        input: ({ context: { countries, dictionary } }) => ({
          token: null,
          countries,
          dictionary,
          saved: null,
          unsavedInput: null,
          suggestedCountry: null,
        }),
        onSnapshot: { actions: { type: 'setPickedNumber', params: ({ event }) => event.snapshot.context } },
        onDone: { target: 'closed', actions: 'setSessionExpired' },
        onError: {
          target: 'failed',
          actions: ['clearPickedNumber', { type: 'setProblem', params: problem({ code: 'somethingWrong' }) }],
        },
      },
      initial: 'open',
      states: {
        open: {
          on: {
            SUBMIT: { guard: 'hasNumber', target: 'saving' },
            CLOSE: '#numberChange.closed',
          },
        },
        saving: {
          tags: 'pending',
          entry: ['clearNotice', 'clearProblem'],
          invoke: {
            id: 'changeNumber',
            src: 'changeNumber',
            input: ({ context: { picked } }) => ({
              body: { number: picked?.number ?? '', number_id: picked?.number_id ?? 0 },
            }),
            onDone: {
              target: '#numberChange.closed',
              actions: [
                { type: 'setAccount', params: ({ event }) => event.output.data.data },
                { type: 'notify', params: success({ code: 'numberChanged' }) },
              ],
            },
            onError: [
              {
                guard: { type: 'isSessionExpired', params: ({ event }) => event },
                target: '#numberChange.closed',
                actions: 'setSessionExpired',
              },
              {
                guard: { type: 'isNumberTaken', params: ({ event }) => event },
                target: 'open',
                actions: [
                  'clearPickedNumber',
                  'reportNumberTaken',
                  { type: 'setProblem', params: ({ event }) => failureNotice(event.error) },
                ],
              },
              { target: 'open', actions: { type: 'setProblem', params: ({ event }) => failureNotice(event.error) } },
            ],
          },
          after: { answer: { target: 'open', actions: 'setUnreachable' } },
        },
      },
    },
    closed: { type: 'final' },
  },
});
