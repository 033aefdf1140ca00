import { emptyChoice, type Level } from '#domain/choice.ts';
import { failureNotice } from '../failureNotice.ts';
import { countryOptions } from './numberOptions.ts';
import { idsOf, numberPickerSetup } from './numberPicker.setup.ts';

/**
 * Restores the choice of one level if it is offered again; otherwise restoring ends, and the level is chosen by hand.
 * If there is nothing to restore and nothing has been chosen yet, a choice is suggested, except a number.
 */
const restore = (level: Level, { restored, otherwise }: { restored: string; otherwise: string }) =>
  numberPickerSetup.createStateConfig({
    always: [
      {
        guard: { type: 'canRestore', params: { level } },
        target: restored,
        actions: { type: 'restoreChoice', params: { level } },
      },
      {
        guard: { type: 'isRestoringLevel', params: { level } },
        target: otherwise,
        actions: ['hintUnreadable', 'clearPendingRestore'],
      },
      ...(level === 'number'
        ? []
        : [
            {
              guard: { type: 'canSuggest', params: { level } } as const,
              target: restored,
              actions: { type: 'suggestChoice', params: { level } } as const,
            },
          ]),
      { target: otherwise, actions: 'clearPendingRestore' },
    ],
  });

/** §2 Select a phone number; §4 its resets, and saved values restored select by select. */
export const numberPickerMachine = numberPickerSetup.createMachine({
  id: 'numberPicker',
  context: ({ input: { token, countries, dictionary, saved, unsavedInput, suggestedCountry } }) => ({
    token,
    dictionary,
    choice: emptyChoice,
    offered: { country: countryOptions(countries, dictionary), type: [], state: [], area: [], number: [] },
    list: null,
    hint: null,
    savedId: unsavedInput?.country ? null : (saved?.number_id ?? null),
    pendingRestore: unsavedInput?.country
      ? idsOf(unsavedInput)
      : saved && { ...idsOf(emptyChoice), number: saved.number },
    suggestedCountry: saved || unsavedInput?.country ? null : suggestedCountry,
    areasLeft: [],
  }),
  output: ({ event }) => event.output as { error: unknown },
  initial: 'opening',
  on: {
    COUNTRY_CHOSEN: {
      guard: { type: 'isOffered', params: ({ event }) => ({ level: 'country', id: event.id }) },
      target: '.loadingTypes',
      actions: [
        { type: 'setChoice', params: ({ event }) => ({ level: 'country', id: event.id }) },
        'clearPendingRestore',
      ],
    },
    TYPE_CHOSEN: {
      guard: { type: 'isOffered', params: ({ event }) => ({ level: 'type', id: event.id }) },
      target: '.checkingType',
      actions: [{ type: 'setChoice', params: ({ event }) => ({ level: 'type', id: event.id }) }, 'clearPendingRestore'],
    },
    STATE_CHOSEN: {
      guard: { type: 'isOffered', params: ({ event }) => ({ level: 'state', id: event.id }) },
      target: '.loadingAreas',
      actions: [
        { type: 'setChoice', params: ({ event }) => ({ level: 'state', id: event.id }) },
        'clearPendingRestore',
      ],
    },
    AREA_CHOSEN: {
      guard: { type: 'isOffered', params: ({ event }) => ({ level: 'area', id: event.id }) },
      target: '.loadingNumbers',
      actions: [{ type: 'setChoice', params: ({ event }) => ({ level: 'area', id: event.id }) }, 'clearPendingRestore'],
    },
    NUMBER_CHOSEN: {
      guard: { type: 'isOffered', params: ({ event }) => ({ level: 'number', id: event.id }) },
      target: '.numberChosen',
      actions: { type: 'setChoice', params: ({ event }) => ({ level: 'number', id: event.id }) },
    },
    NUMBER_TAKEN: { guard: 'hasArea', target: '.loadingNumbers', actions: ['clearNumber', 'clearPendingRestore'] },
  },
  states: {
    opening: { always: [{ guard: 'hasSavedNumber', target: 'readingPlace' }, { target: 'restoringCountry' }] },
    readingPlace: {
      tags: 'pending',
      invoke: {
        id: 'readCoverage',
        src: 'readCoverage',
        input: ({ context }) => ({ number_id: context.savedId ?? 0 }),
        onDone: {
          target: 'restoringCountry',
          actions: { type: 'setPendingRestore', params: ({ event }) => event.output },
        },
        onError: { target: 'failing', actions: { type: 'notify', params: ({ event }) => failureNotice(event.error) } },
      },
      after: {
        answer: { target: 'failing', actions: 'notifyUnreachable' },
      },
    },
    restoringCountry: restore('country', { restored: 'loadingTypes', otherwise: 'choosingCountry' }),
    choosingCountry: {},
    loadingTypes: {
      tags: 'pending',
      invoke: {
        id: 'listNumberTypes',
        src: 'listNumberTypes',
        input: ({ context }) => ({ country_code: context.choice.country?.id ?? '' }),
        onDone: { target: 'restoringType', actions: { type: 'offerTypes', params: ({ event }) => event.output } },
        onError: { target: 'failing', actions: { type: 'notify', params: ({ event }) => failureNotice(event.error) } },
      },
      after: {
        answer: { target: 'failing', actions: 'notifyUnreachable' },
      },
    },
    restoringType: restore('type', { restored: 'checkingType', otherwise: 'choosingType' }),
    choosingType: {},
    /** §5: a state is chosen for some types only. */
    checkingType: {
      always: [
        { guard: 'requiresState', target: 'restoringState', actions: 'offerStates' },
        { target: 'loadingAreas' },
      ],
    },
    restoringState: restore('state', { restored: 'loadingAreas', otherwise: 'choosingState' }),
    choosingState: {},
    loadingAreas: {
      tags: 'pending',
      invoke: {
        id: 'listAreas',
        src: 'listAreas',
        input: ({ context: { choice } }) => ({
          country_code: choice.country?.id ?? '',
          ddi_type: choice.type?.id ?? '',
          state_code: choice.state?.id ?? null,
        }),
        onDone: [
          {
            guard: { type: 'isOnlyArea', params: ({ event }) => event.output },
            target: 'loadingNumbers',
            actions: [{ type: 'offerAreas', params: ({ event }) => event.output }, 'setOnlyArea'],
          },
          { target: 'restoringArea', actions: { type: 'offerAreas', params: ({ event }) => event.output } },
        ],
        onError: { target: 'failing', actions: { type: 'notify', params: ({ event }) => failureNotice(event.error) } },
      },
      after: {
        answer: { target: 'failing', actions: 'notifyUnreachable' },
      },
    },
    restoringArea: restore('area', { restored: 'loadingNumbers', otherwise: 'choosingArea' }),
    choosingArea: {},
    loadingNumbers: {
      tags: 'pending',
      invoke: {
        id: 'listNumbers',
        src: 'listNumbers',
        input: ({ context: { token, choice } }) => ({ token, coverage_id: Number(choice.area?.id) }),
        onDone: [
          {
            guard: { type: 'isEmptyAmongOthers', params: ({ event }) => event.output },
            target: 'restocking',
            actions: ['hintRestocking', 'clearPendingRestore', 'setAreasToTry'],
          },
          {
            guard: { type: 'isEmpty', params: ({ event }) => event.output },
            target: 'outOfStock',
            actions: ['hintRestocking', 'clearPendingRestore'],
          },
          { target: 'restoringNumber', actions: { type: 'offerNumbers', params: ({ event }) => event.output } },
        ],
        onError: [
          { guard: { type: 'isRegistrationNotFound', params: ({ event }) => event }, target: 'registrationNotFound' },
          { guard: { type: 'isSessionExpired', params: ({ event }) => event }, target: 'sessionExpired' },
          { target: 'failing', actions: { type: 'notify', params: ({ event }) => failureNotice(event.error) } },
        ],
      },
      after: {
        answer: { target: 'failing', actions: 'notifyUnreachable' },
      },
    },
    /** The chosen area has no numbers; the following ones are tried one after another. */
    restocking: {
      tags: 'pending',
      invoke: {
        id: 'listNumbers',
        src: 'listNumbers',
        input: ({ context: { token, areasLeft } }) => ({ token, coverage_id: Number(areasLeft[0]?.id) }),
        onDone: [
          {
            guard: { type: 'isEmptyWithMoreToTry', params: ({ event }) => event.output },
            target: 'restocking',
            reenter: true,
            actions: 'dropArea',
          },
          { guard: { type: 'isEmpty', params: ({ event }) => event.output }, target: 'outOfStock' },
          { target: 'numberChosen', actions: { type: 'setNextBestNumber', params: ({ event }) => event.output } },
        ],
        onError: [
          { guard: { type: 'isRegistrationNotFound', params: ({ event }) => event }, target: 'registrationNotFound' },
          { guard: { type: 'isSessionExpired', params: ({ event }) => event }, target: 'sessionExpired' },
          { target: 'failing', actions: { type: 'notify', params: ({ event }) => failureNotice(event.error) } },
        ],
      },
      after: {
        answer: { target: 'failing', actions: 'notifyUnreachable' },
      },
    },
    outOfStock: {},
    restoringNumber: restore('number', { restored: 'numberChosen', otherwise: 'choosingNumber' }),
    choosingNumber: {},
    /** Nothing is left to restore once the last level has a choice. */
    numberChosen: { entry: 'clearPendingRestore' },
    failing: {
      always: [
        { guard: 'isRestoring', target: 'failed', actions: ['hintUnreadable', 'removeToken'] },
        { target: 'failed' },
      ],
    },
    /** A list could not be loaded: all selects above it stay usable, and the request can be repeated. */
    failed: {
      tags: 'failed',
      exit: 'clearNotice',
      on: {
        TRY_AGAIN: {
          target: 'tryingAgain',
          actions: { type: 'storeToken', params: ({ context: { token } }) => ({ token }) },
        },
      },
    },
    /** The registration no longer exists, so no number can be ordered for it. */
    registrationNotFound: { type: 'final', output: ({ event }) => ({ error: (event as { error?: unknown }).error }) },
    sessionExpired: { type: 'final', output: ({ event }) => ({ error: (event as { error?: unknown }).error }) },
    tryingAgain: {
      always: [
        { guard: 'hasSavedNumber', target: 'readingPlace' },
        { guard: 'hasArea', target: 'loadingNumbers' },
        { guard: 'hasType', target: 'loadingAreas' },
        { target: 'loadingTypes' },
      ],
    },
  },
});
