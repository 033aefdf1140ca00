import { assign, setup } from 'xstate';
import type { Coverage, Dictionary, NumberList } from '#contract/coverage.ts';
import { failureNotice, isSessionExpired } from '#contract/failureNotice.ts';
import { asksForState, type Choice, emptyChoice, type Level, type Option } from '#domain/choice.ts';
import type { Notice } from '#domain/notice.ts';
import { effect, limits, notifyUnreachable, request } from '../port.ts';
import {
  areaOptions,
  areasToTry,
  countryOptions,
  findOption,
  numberOptions,
  type Selection,
  stateOptions,
  typeOptions,
  withChoice,
} from './numberOptions.ts';
import { isRegistrationNotFound } from './outcome.ts';

/** Values to restore, by id; restoring ends at the first level that is null. */
export type Wanted = Record<Level, string | null>;

const wantedOf = (choice: Choice): Wanted => ({
  country: choice.country?.id ?? null,
  type: choice.type?.id ?? null,
  state: choice.state?.id ?? null,
  area: choice.area?.id ?? null,
  number: choice.number?.id ?? null,
});

/** §2 Select a phone number; §4 its resets, and saved values restored select by select. */
export const numberPickerMachine = setup({
  types: {
    context: {} as Selection & {
      token: string | null;
      dictionary: Dictionary;
      /** Coverage id of the saved number, until its area is found. */
      savedId: number | null;
      /** What is being restored; null if nothing is. */
      wanted: Wanted | null;
      /** Areas that are still to be tried. */
      areasLeft: readonly Option[];
    },
    input: {} as {
      token: string | null;
      countries: readonly Coverage[];
      dictionary: Dictionary;
      /** What is saved in the registration. */
      saved: { number_id: number; number: string } | null;
      /** What was chosen before a reload but not sent; it takes precedence over what is saved. */
      unsavedInput: Choice | null;
    },
    events: {} as
      | { type: 'COUNTRY_CHOSEN'; id: string }
      | { type: 'TYPE_CHOSEN'; id: string }
      | { type: 'STATE_CHOSEN'; id: string }
      | { type: 'AREA_CHOSEN'; id: string }
      | { type: 'NUMBER_CHOSEN'; id: string }
      | { type: 'NUMBER_TAKEN' }
      | { type: 'TRY_AGAIN' },
    output: {} as { error: unknown },
    tags: {} as 'pending' | 'failed',
  },
  actors: {
    readCoverage: request<Coverage, { number_id: number }>('readCoverage'),
    listNumberTypes: request<Coverage[], { country_code: string }>('listNumberTypes'),
    /** All pages of the list. */
    listAreas: request<Coverage[], { country_code: string; ddi_type: string; state_code: string | null }>('listAreas'),
    listNumbers: request<NumberList, { token: string | null; coverage_id: number }>('listNumbers'),
  },
  actions: {
    notify: effect<Notice | null>('notify'),
    notifyUnreachable: notifyUnreachable(),
    clearNotice: effect('clearNotice'),
    /** §4: when saved number data cannot be loaded, the token leaves the address. */
    removeToken: effect('removeToken'),
    /** Puts the token, kept in memory, back into the address on a retry. */
    storeToken: effect<{ token: string | null }>('storeToken'),
    setChoice: assign(({ context }, { level, id }: { level: Level; id: string }) =>
      withChoice(context, level, findOption(context.offered[level], id)),
    ),
    setPendingRestore: assign(({ context }, { level }: { level: Level }) =>
      withChoice(context, level, findOption(context.offered[level], context.wanted?.[level])),
    ),
    setPlace: assign(({ context }, { id, country_code, ddi_type, state_code }: Coverage) => ({
      savedId: null,
      wanted: {
        country: country_code,
        type: ddi_type,
        state: state_code || null,
        area: String(id),
        number: context.wanted?.number ?? null,
      },
    })),
    clearPendingRestore: assign({ wanted: null, savedId: null }),
    clearNumber: assign(({ context }) => withChoice(context, 'area', context.choice.area)),
    offerTypes: assign(({ context }, types: Coverage[]) => ({
      offered: { ...context.offered, type: typeOptions(types, context.dictionary) },
    })),
    offerStates: assign(({ context }) => ({
      offered: { ...context.offered, state: stateOptions(context.dictionary) },
    })),
    offerAreas: assign(({ context }, areas: Coverage[]) => ({
      offered: { ...context.offered, area: areaOptions(areas, context.choice.type) },
    })),
    setOnlyArea: assign(({ context }) => withChoice(context, 'area', context.offered.area[0] ?? null)),
    offerNumbers: assign(({ context }, list: NumberList) => ({
      list,
      offered: { ...context.offered, number: numberOptions(list) },
    })),
    hintUnreadable: assign({ hint: 'numberDataUnreadable' as const }),
    hintRestocking: assign({ hint: 'restocking' as const }),
    setAreasToTry: assign(({ context }) => ({
      areasLeft: areasToTry(context.offered.area, context.choice.area),
    })),
    dropArea: assign(({ context }) => ({ areasLeft: context.areasLeft.slice(1) })),
    /** Chooses the first number found, and its area. */
    setNextBestNumber: assign(({ context }, list: NumberList) => {
      const numbers = numberOptions(list);
      const [area = null] = context.areasLeft;
      return {
        list,
        choice: { ...context.choice, area, number: numbers[0] ?? null },
        offered: { ...context.offered, number: numbers },
        areasLeft: [],
      };
    }),
  },
  guards: {
    isOffered: ({ context }, { level, id }: { level: Level; id: string }) =>
      findOption(context.offered[level], id) !== null,
    isRestoring: ({ context }) => context.wanted !== null || context.savedId !== null,
    hasSavedNumber: ({ context }) => context.savedId !== null,
    wants: ({ context }, { level }: { level: Level }) => (context.wanted?.[level] ?? null) !== null,
    wantsOffered: ({ context }, { level }: { level: Level }) =>
      findOption(context.offered[level], context.wanted?.[level]) !== null,
    asksForState: ({ context }) => asksForState(context.choice),
    isOnlyArea: (_, areas: Coverage[]) => areas.length === 1 && areas[0]?.city === '',
    hasType: ({ context }) => context.choice.type !== null,
    hasArea: ({ context }) => context.choice.area !== null,
    isRegistrationNotFound: (_, { error }: { error: unknown }) => isRegistrationNotFound(error),
    /** In the dashboard, where no registration is involved. */
    isSessionExpired: ({ context }, { error }: { error: unknown }) => context.token === null && isSessionExpired(error),
    isEmpty: (_, { numbers }: NumberList) => numbers.length === 0,
    isEmptyAmongOthers: ({ context }, { numbers }: NumberList) =>
      numbers.length === 0 && context.offered.area.length > 1,
    isEmptyWithMoreToTry: ({ context }, { numbers }: NumberList) =>
      numbers.length === 0 && context.areasLeft.length > 1,
  },
  delays: { answer: limits.answer },
}).createMachine({
  id: 'numberPicker',
  context: ({ input: { token, countries, dictionary, saved, unsavedInput } }) => ({
    token,
    dictionary,
    choice: emptyChoice,
    offered: { country: countryOptions(countries, dictionary), type: [], state: [], area: [], number: [] },
    list: null,
    hint: null,
    savedId: unsavedInput?.country ? null : (saved?.number_id ?? null),
    wanted: unsavedInput?.country
      ? wantedOf(unsavedInput)
      : saved && { ...wantedOf(emptyChoice), number: saved.number },
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
      target: '.openingType',
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
      target: '.chosen',
      actions: [
        { type: 'setChoice', params: ({ event }) => ({ level: 'number', id: event.id }) },
        'clearPendingRestore',
      ],
    },
    NUMBER_TAKEN: { guard: 'hasArea', target: '.loadingNumbers', actions: ['clearNumber', 'clearPendingRestore'] },
  },
  states: {
    opening: {
      always: [
        { guard: 'hasSavedNumber', target: 'readingPlace' },
        {
          guard: { type: 'wantsOffered', params: { level: 'country' } },
          target: 'loadingTypes',
          actions: { type: 'setPendingRestore', params: { level: 'country' } },
        },
        {
          guard: { type: 'wants', params: { level: 'country' } },
          target: 'choosingCountry',
          actions: ['hintUnreadable', 'clearPendingRestore'],
        },
        { target: 'choosingCountry' },
      ],
    },
    readingPlace: {
      tags: 'pending',
      invoke: {
        id: 'readCoverage',
        src: 'readCoverage',
        input: ({ context }) => ({ number_id: context.savedId ?? 0 }),
        onDone: { target: 'opening', actions: { type: 'setPlace', params: ({ event }) => event.output } },
        onError: { target: 'failing', actions: { type: 'notify', params: ({ event }) => failureNotice(event.error) } },
      },
      after: {
        answer: { target: 'failing', actions: 'notifyUnreachable' },
      },
    },
    choosingCountry: {},
    loadingTypes: {
      tags: 'pending',
      invoke: {
        id: 'listNumberTypes',
        src: 'listNumberTypes',
        input: ({ context }) => ({ country_code: context.choice.country?.id ?? '' }),
        onDone: { target: 'openingTypes', actions: { type: 'offerTypes', params: ({ event }) => event.output } },
        onError: { target: 'failing', actions: { type: 'notify', params: ({ event }) => failureNotice(event.error) } },
      },
      after: {
        answer: { target: 'failing', actions: 'notifyUnreachable' },
      },
    },
    openingTypes: {
      always: [
        {
          guard: { type: 'wantsOffered', params: { level: 'type' } },
          target: 'openingType',
          actions: { type: 'setPendingRestore', params: { level: 'type' } },
        },
        {
          guard: { type: 'wants', params: { level: 'type' } },
          target: 'choosingType',
          actions: ['hintUnreadable', 'clearPendingRestore'],
        },
        { target: 'choosingType', actions: 'clearPendingRestore' },
      ],
    },
    choosingType: {},
    openingType: {
      always: [{ guard: 'asksForState', target: 'openingStates', actions: 'offerStates' }, { target: 'loadingAreas' }],
    },
    openingStates: {
      always: [
        {
          guard: { type: 'wantsOffered', params: { level: 'state' } },
          target: 'loadingAreas',
          actions: { type: 'setPendingRestore', params: { level: 'state' } },
        },
        {
          guard: { type: 'wants', params: { level: 'state' } },
          target: 'choosingState',
          actions: ['hintUnreadable', 'clearPendingRestore'],
        },
        { target: 'choosingState', actions: 'clearPendingRestore' },
      ],
    },
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
          { target: 'openingAreas', actions: { type: 'offerAreas', params: ({ event }) => event.output } },
        ],
        onError: { target: 'failing', actions: { type: 'notify', params: ({ event }) => failureNotice(event.error) } },
      },
      after: {
        answer: { target: 'failing', actions: 'notifyUnreachable' },
      },
    },
    openingAreas: {
      always: [
        {
          guard: { type: 'wantsOffered', params: { level: 'area' } },
          target: 'loadingNumbers',
          actions: { type: 'setPendingRestore', params: { level: 'area' } },
        },
        {
          guard: { type: 'wants', params: { level: 'area' } },
          target: 'choosingArea',
          actions: ['hintUnreadable', 'clearPendingRestore'],
        },
        { target: 'choosingArea', actions: 'clearPendingRestore' },
      ],
    },
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
          { target: 'openingNumbers', actions: { type: 'offerNumbers', params: ({ event }) => event.output } },
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
          { target: 'chosen', actions: { type: 'setNextBestNumber', params: ({ event }) => event.output } },
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
    openingNumbers: {
      always: [
        {
          guard: { type: 'wantsOffered', params: { level: 'number' } },
          target: 'chosen',
          actions: [{ type: 'setPendingRestore', params: { level: 'number' } }, 'clearPendingRestore'],
        },
        {
          guard: { type: 'wants', params: { level: 'number' } },
          target: 'choosingNumber',
          actions: ['hintUnreadable', 'clearPendingRestore'],
        },
        { target: 'choosingNumber', actions: 'clearPendingRestore' },
      ],
    },
    choosingNumber: {},
    chosen: {},
    failing: {
      always: [
        { guard: 'isRestoring', target: 'missing', actions: ['hintUnreadable', 'removeToken'] },
        { target: 'missing' },
      ],
    },
    /** A list could not be loaded: all selects above it stay usable, and the request can be repeated. */
    missing: {
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
