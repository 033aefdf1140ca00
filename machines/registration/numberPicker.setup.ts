import { assign, setup } from 'xstate';
import type { Coverage, Dictionary, NumberList } from '#contract/coverage.ts';
import { type Choice, type Level, type Option, requiresState } from '#domain/choice.ts';
import type { Notice } from '#domain/notice.ts';
import { type SuggestedLevel, suggested } from '#domain/suggestedPlace.ts';
import { type Failed, isSessionExpired } from '../failureNotice.ts';
import { effect, limits, notifyUnreachable, request } from '../port.ts';
import {
  areaOptions,
  areasToTry,
  findOption,
  numberOptions,
  type Selection,
  stateOptions,
  typeOptions,
  withChoice,
} from './numberOptions.ts';
import { isRegistrationNotFound } from './outcome.ts';

/** Values to restore, by id; restoring ends at the first level that is null. */
type PendingRestore = Record<Level, string | null>;

/** A choice by its ids, to be restored from lists that are loaded again. */
export const idsOf = (choice: Choice): PendingRestore => ({
  country: choice.country?.id ?? null,
  type: choice.type?.id ?? null,
  state: choice.state?.id ?? null,
  area: choice.area?.id ?? null,
  number: choice.number?.id ?? null,
});

const suggestionOf = (selection: Selection & { suggestedCountry: string | null }, level: SuggestedLevel) =>
  selection.suggestedCountry === null ? null : suggested(level, selection.suggestedCountry, selection);

/** The types, ports, actions and guards of the number selects; `numberPicker.machine.ts` is their chart. */
export const numberPickerSetup = setup({
  types: {
    context: {} as Selection & {
      token: string | null;
      dictionary: Dictionary;
      /** Coverage id of the saved number, until its area is found. */
      savedId: number | null;
      /** What is being restored; null if nothing is. */
      pendingRestore: PendingRestore | null;
      /** The country whose largest city is suggested, until something is chosen by hand; null for no suggestion. */
      suggestedCountry: string | null;
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
      /** The country to suggest to someone who has not chosen a number yet; null for no suggestion. */
      suggestedCountry: string | null;
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
    /** After a choice by hand nothing is suggested any more. */
    setChoice: assign(({ context }, { level, id }: { level: Level; id: string }) => ({
      ...withChoice(context, level, findOption(context.offered[level], id)),
      suggestedCountry: null,
    })),
    restoreChoice: assign(({ context }, { level }: { level: Level }) =>
      withChoice(context, level, findOption(context.offered[level], context.pendingRestore?.[level])),
    ),
    suggestChoice: assign(({ context }, { level }: { level: SuggestedLevel }) =>
      withChoice(context, level, suggestionOf(context, level)),
    ),
    /** The area of the saved number is known: all levels above it can be restored. */
    setPendingRestore: assign(({ context }, { id, country_code, ddi_type, state_code }: Coverage) => ({
      savedId: null,
      pendingRestore: {
        country: country_code,
        type: ddi_type,
        state: state_code || null,
        area: String(id),
        number: context.pendingRestore?.number ?? null,
      },
    })),
    clearPendingRestore: assign({ pendingRestore: null, savedId: null }),
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
    isRestoring: ({ context }) => context.pendingRestore !== null || context.savedId !== null,
    hasSavedNumber: ({ context }) => context.savedId !== null,
    isRestoringLevel: ({ context }, { level }: { level: Level }) => (context.pendingRestore?.[level] ?? null) !== null,
    canRestore: ({ context }, { level }: { level: Level }) =>
      findOption(context.offered[level], context.pendingRestore?.[level]) !== null,
    canSuggest: ({ context }, { level }: { level: SuggestedLevel }) => suggestionOf(context, level) !== null,
    /** Where no states are named, the areas of all of them are listed. */
    requiresState: ({ context }) => requiresState(context.choice) && stateOptions(context.dictionary).length > 0,
    isOnlyArea: (_, areas: Coverage[]) => areas.length === 1 && areas[0]?.city === '',
    hasType: ({ context }) => context.choice.type !== null,
    hasArea: ({ context }) => context.choice.area !== null,
    isRegistrationNotFound,
    /** Only in the dashboard, which lists the numbers for a session instead of a registration. */
    isSessionExpired: (args, failed: Failed) => args.context.token === null && isSessionExpired(args, failed),
    isEmpty: (_, { numbers }: NumberList) => numbers.length === 0,
    isEmptyAmongOthers: ({ context }, { numbers }: NumberList) =>
      numbers.length === 0 && context.offered.area.length > 1,
    isEmptyWithMoreToTry: ({ context }, { numbers }: NumberList) =>
      numbers.length === 0 && context.areasLeft.length > 1,
  },
  delays: { answer: limits.answer },
});
