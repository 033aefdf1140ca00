import { assign, setup } from 'xstate';
import type { RegistrationRecord } from '#contract/registration.ts';
import type { RegistrationStep } from '#domain/constants.ts';
import { apiRequest, limits, subscription } from '../port.ts';

/** What the page shows; what is absent is not watched. `numberId`: the area of the ordered number, for its price. */
type Known = { step: RegistrationStep; url?: string | null; numberId?: number | null };

/** Whether a value of the registration is another than the one that is known, where both are. */
const isOther = <Value>(value: Value, known: Value): boolean =>
  value !== undefined && known !== undefined && value !== known;

/** Whether the registration has changed: it is completed, at another step, its hosted page has ended, or its number. */
const hasChanged = (known: Known, { step, completed_at, url, number_id }: RegistrationRecord): boolean =>
  completed_at !== null || step !== known.step || isOther(url, known.url) || isOther(number_id, known.numberId);

/**
 * A code may be verified and a number changed in another tab, and a card approved in the bank's app. So each time the
 * visitor returns to the page, the registration is read once, until it has advanced. A failed call is ignored: the step
 * stays usable.
 */
export const progressWatchMachine = setup({
  types: {
    context: {} as Known & {
      token: string | null;
      /** The visitor left and returned during a request, so its answer may be older than what they did meanwhile. */
      hasReturned: boolean;
      record: RegistrationRecord | null;
    },
    /** Without a token, nothing is read. */
    input: {} as Known & { token: string | null },
    output: {} as { record: RegistrationRecord },
    events: {} as { type: 'RETURNED' },
  },
  actors: {
    readRegistration: apiRequest('readRegistration'),
    /** Sends RETURNED each time the visitor returns to the page. */
    returns: subscription('returns'),
  },
  actions: {
    setReturned: assign({ hasReturned: true }),
    clearReturned: assign({ hasReturned: false }),
    setRecord: assign((_, record: RegistrationRecord) => ({ record })),
  },
  guards: {
    hasToken: ({ context }) => context.token !== null,
    hasReturned: ({ context }) => context.hasReturned,
    hasAdvanced: ({ context }, record: RegistrationRecord) => hasChanged(context, record),
  },
  delays: { answer: limits.answer },
}).createMachine({
  id: 'progressWatch',
  context: ({ input }) => ({ ...input, hasReturned: false, record: null }),
  output: ({ context }) => ({ record: context.record as RegistrationRecord }),
  invoke: { id: 'returns', src: 'returns', onError: {} },
  initial: 'waiting',
  states: {
    waiting: { on: { RETURNED: { guard: 'hasToken', target: 'reading' } } },
    reading: {
      entry: 'clearReturned',
      on: { RETURNED: { actions: 'setReturned' } },
      invoke: {
        id: 'readRegistration',
        src: 'readRegistration',
        input: ({ context }) => ({ params: { registration_token: context.token ?? '' } }),
        onDone: [
          {
            guard: { type: 'hasAdvanced', params: ({ event }) => event.output.data.data },
            target: 'advanced',
            actions: { type: 'setRecord', params: ({ event }) => event.output.data.data },
          },
          { target: 'read' },
        ],
        onError: { target: 'read' },
      },
      after: { answer: { target: 'read' } },
    },
    read: { always: [{ guard: 'hasReturned', target: 'reading' }, { target: 'waiting' }] },
    advanced: { type: 'final' },
  },
});
