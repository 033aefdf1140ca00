import { assign, setup } from 'xstate';
import type { Coverage, Dictionary } from '#contract/coverage.ts';
import type { RegistrationRecord } from '#contract/registration.ts';
import type { Notice } from '#domain/notice.ts';
import { failureNotice } from '../failureNotice.ts';
import { apiRequest, effect, limits, notifyUnreachable, request } from '../port.ts';
import { noNames } from './noNames.ts';

/** The data that the wizard needs before its first step. */
export type ReferenceData = {
  /** Names of all countries, for billing. */
  dictionary: Dictionary;
  /** Names of countries, number types and states, for the number. */
  offeredNames: Dictionary;
  /** Countries whose numbers are offered. */
  countries: readonly Coverage[];
  /** The registration; null without a token. */
  record: RegistrationRecord | null;
};

/** §2: dictionaries, countries and the registration are loaded in parallel, behind the skeleton. */
export const arrivalMachine = setup({
  types: {
    context: {} as ReferenceData & { token: string | null },
    input: {} as { token: string | null },
    /** Null: something could not be loaded; the banner shows the error. */
    output: {} as ReferenceData | null,
  },
  actors: {
    readDictionaries: request<Dictionary>('readDictionaries'),
    readCoverageDictionaries: request<Dictionary>('readCoverageDictionaries'),
    listCountries: request<Coverage[]>('listCountries'),
    readRegistration: apiRequest('readRegistration'),
  },
  actions: {
    notify: effect<Notice | null>('notify'),
    notifyUnreachable: notifyUnreachable(),
    removeToken: effect<{ parameter: 'token' }>('removeToken'),
    setDictionary: assign((_, dictionary: Dictionary) => ({ dictionary })),
    setOfferedNames: assign((_, offeredNames: Dictionary) => ({ offeredNames })),
    setCountries: assign((_, countries: Coverage[]) => ({ countries })),
    setRecord: assign((_, record: RegistrationRecord) => ({ record })),
  },
  guards: { hasToken: ({ context }) => context.token !== null },
  delays: { answer: limits.answer },
}).createMachine({
  id: 'arrival',
  context: ({ input }) => ({ ...input, dictionary: noNames, offeredNames: noNames, countries: [], record: null }),
  output: ({ event }) => event.output as ReferenceData | null,
  initial: 'loading',
  states: {
    loading: {
      type: 'parallel',
      states: {
        dictionaries: {
          initial: 'reading',
          states: {
            reading: {
              invoke: {
                id: 'readDictionaries',
                src: 'readDictionaries',
                onDone: { target: 'read', actions: { type: 'setDictionary', params: ({ event }) => event.output } },
                onError: {
                  target: '#arrival.failed',
                  actions: { type: 'notify', params: ({ event }) => failureNotice(event.error) },
                },
              },
              after: {
                answer: {
                  target: '#arrival.failed',
                  actions: 'notifyUnreachable',
                },
              },
            },
            read: { type: 'final' },
          },
        },
        offeredNames: {
          initial: 'reading',
          states: {
            reading: {
              invoke: {
                id: 'readCoverageDictionaries',
                src: 'readCoverageDictionaries',
                onDone: { target: 'read', actions: { type: 'setOfferedNames', params: ({ event }) => event.output } },
                onError: {
                  target: '#arrival.failed',
                  actions: { type: 'notify', params: ({ event }) => failureNotice(event.error) },
                },
              },
              after: {
                answer: {
                  target: '#arrival.failed',
                  actions: 'notifyUnreachable',
                },
              },
            },
            read: { type: 'final' },
          },
        },
        countries: {
          initial: 'reading',
          states: {
            reading: {
              invoke: {
                id: 'listCountries',
                src: 'listCountries',
                onDone: { target: 'read', actions: { type: 'setCountries', params: ({ event }) => event.output } },
                onError: {
                  target: '#arrival.failed',
                  actions: { type: 'notify', params: ({ event }) => failureNotice(event.error) },
                },
              },
              after: {
                answer: {
                  target: '#arrival.failed',
                  actions: 'notifyUnreachable',
                },
              },
            },
            read: { type: 'final' },
          },
        },
        registration: {
          initial: 'opening',
          states: {
            opening: { always: [{ guard: 'hasToken', target: 'reading' }, { target: 'read' }] },
            reading: {
              invoke: {
                id: 'readRegistration',
                src: 'readRegistration',
                input: ({ context }) => ({ params: { registration_token: context.token ?? '' } }),
                onDone: {
                  target: 'read',
                  actions: [{ type: 'setRecord', params: ({ event }) => event.output.data.data }],
                },
                onError: {
                  target: '#arrival.failed',
                  actions: [
                    { type: 'removeToken', params: { parameter: 'token' } },
                    { type: 'notify', params: ({ event }) => failureNotice(event.error) },
                  ],
                },
              },
              after: {
                answer: {
                  target: '#arrival.failed',
                  actions: [{ type: 'removeToken', params: { parameter: 'token' } }, 'notifyUnreachable'],
                },
              },
            },
            read: { type: 'final' },
          },
        },
      },
      onDone: { target: 'arrived' },
    },
    arrived: {
      type: 'final',
      output: ({ context: { dictionary, offeredNames, countries, record } }) => ({
        dictionary,
        offeredNames,
        countries,
        record,
      }),
    },
    failed: { type: 'final', output: null },
  },
});
