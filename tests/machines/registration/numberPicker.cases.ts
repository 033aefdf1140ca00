import { afterEvent, doneEvent, errorEvent } from '@xstate/test';
import { emptyChoice, requiresState } from '#domain/choice.ts';
import { pickedNumber } from '#machines/registration/numberOptions.ts';
import { numberPickerMachine } from '#machines/registration/numberPicker.machine.ts';
import { casesOf, rejected } from '../../support/flow.ts';
import {
  americanTypes,
  berlin,
  berlinNumbers,
  bonn,
  countries,
  germanTypes,
  listOf,
  munich,
  names,
  newYork,
  noNumbers,
  tollFree,
} from './offer.ts';

const start = { token: 't1', countries, dictionary: names, saved: null, unsavedInput: null, suggestedCountry: null };
const germany = { id: 'DE', name: 'Germany' };
const geographic = { id: 'G', name: 'Geographic' };
/** Restoring what is saved, question by question. */
const restoring = [
  doneEvent('readCoverage', berlin),
  doneEvent('listNumberTypes', germanTypes),
  doneEvent('listAreas', [berlin, munich, bonn]),
];
const late = (state: string) => afterEvent('answer', `numberPicker.${state}`);
const down = rejected(503);
const sessionOver = rejected(401, 'AU1005', '', 'Please log in again.');
const toBerlin = [
  { type: 'COUNTRY_CHOSEN', id: 'DE' },
  doneEvent('listNumberTypes', germanTypes),
  { type: 'TYPE_CHOSEN', id: 'G' },
  doneEvent('listAreas', [berlin, munich, bonn]),
  { type: 'AREA_CHOSEN', id: '11' },
] as const;

/** §2 Select a phone number, §4 Number selection resets and restoring, §5. */
export const numberPickerCases = casesOf({
  machine: numberPickerMachine,
  inputs: {
    fresh: start,
    'in the dashboard': { ...start, token: null },
    suggested: { ...start, suggestedCountry: 'DE' },
    'suggested, with states': { ...start, suggestedCountry: 'US' },
    'suggested, country not offered': { ...start, suggestedCountry: 'FR' },
    'suggested, but saved': { ...start, suggestedCountry: 'US', saved: { number_id: 11, number: '+49301234567' } },
    saved: { ...start, saved: { number_id: 11, number: '+49301234567' } },
    'saved, number no longer offered': { ...start, saved: { number_id: 11, number: '+49309999999' } },
    typed: {
      ...start,
      saved: { number_id: 11, number: '+49301234567' },
      unsavedInput: {
        ...emptyChoice,
        country: { id: 'US', name: 'US' },
        type: { id: 'G', name: 'G' },
        state: { id: 'NY', name: 'NY' },
      },
    },
    'typed, type no longer offered': {
      ...start,
      unsavedInput: { ...emptyChoice, country: germany, type: { id: 'M', name: 'M' } },
    },
    'typed, country only': { ...start, unsavedInput: { ...emptyChoice, country: germany } },
    'typed, up to the type': { ...start, unsavedInput: { ...emptyChoice, country: germany, type: geographic } },
    'typed, up to the type, with states': {
      ...start,
      unsavedInput: { ...emptyChoice, country: { id: 'US', name: 'US' }, type: geographic },
    },
    'typed, up to the area': {
      ...start,
      unsavedInput: { ...emptyChoice, country: germany, type: geographic, area: { id: '11', name: 'Berlin (30)' } },
    },
    'typed, country no longer offered': {
      ...start,
      unsavedInput: { ...emptyChoice, country: { id: 'FR', name: 'France' } },
    },
    'typed, state no longer offered': {
      ...start,
      unsavedInput: {
        ...emptyChoice,
        country: { id: 'US', name: 'US' },
        type: { id: 'G', name: 'G' },
        state: { id: 'XX', name: 'XX' },
      },
    },
  },
  events: ({ context: { choice, areasLeft } }) => {
    const isGerman = choice.country?.id !== 'US';
    return [
      { type: 'COUNTRY_CHOSEN', id: 'DE' },
      { type: 'COUNTRY_CHOSEN', id: 'US' },
      { type: 'COUNTRY_CHOSEN', id: 'FR' },
      { type: 'TYPE_CHOSEN', id: 'G' },
      { type: 'TYPE_CHOSEN', id: 'T' },
      { type: 'STATE_CHOSEN', id: 'NY' },
      { type: 'AREA_CHOSEN', id: '11' },
      { type: 'AREA_CHOSEN', id: '12' },
      { type: 'NUMBER_CHOSEN', id: '+49301234567' },
      { type: 'NUMBER_CHOSEN', id: '+49301234568' },
      doneEvent('readCoverage', berlin),
      errorEvent('readCoverage', rejected(404)),
      doneEvent('listNumberTypes', isGerman ? germanTypes : americanTypes),
      errorEvent('listNumberTypes', rejected(503)),
      ...(choice.type?.id === 'T'
        ? [doneEvent('listAreas', [tollFree])]
        : isGerman
          ? [doneEvent('listAreas', [berlin, munich, bonn]), doneEvent('listAreas', [munich])]
          : [doneEvent('listAreas', [newYork])]),
      errorEvent('listAreas', rejected(503)),
      doneEvent(
        'listNumbers',
        choice.area?.id === '11' && areasLeft.length === 0 ? berlinNumbers : listOf('+49891234567'),
      ),
      doneEvent('listNumbers', noNumbers),
      errorEvent('listNumbers', rejected(404, 'RG1001', '', 'This registration is over.')),
      errorEvent('listNumbers', sessionOver),
      errorEvent('listNumbers', rejected(503)),
    ];
  },
  project: ({ choice, offered, list, savedId, pendingRestore, suggestedCountry, areasLeft, hint }) => [
    choice,
    Object.values(offered).map((options) => options.map(({ id }) => id)),
    list?.numbers.length,
    savedId,
    pendingRestore,
    suggestedCountry,
    areasLeft.length,
    hint,
  ],
  walks: [
    // Who has chosen nothing yet is suggested an area, but no number …
    { start: 'suggested', events: [...restoring.slice(1), doneEvent('listNumbers', berlinNumbers)] },
    {
      start: 'suggested, with states',
      events: [doneEvent('listNumberTypes', americanTypes), doneEvent('listAreas', [newYork])],
    },
    { start: 'suggested', events: [doneEvent('listNumberTypes', americanTypes), doneEvent('listAreas', [])] },
    // … also after a list could not be loaded, and nothing more after a choice by hand.
    { start: 'suggested', events: [errorEvent('listNumberTypes', down), { type: 'TRY_AGAIN' }, ...restoring.slice(1)] },
    {
      start: 'suggested',
      events: [{ type: 'COUNTRY_CHOSEN', id: 'DE' }, doneEvent('listNumberTypes', germanTypes)],
    },
    // The list of a country that was chosen by hand is requested again, not the country.
    {
      start: 'fresh',
      events: [{ type: 'COUNTRY_CHOSEN', id: 'DE' }, errorEvent('listNumberTypes', down), { type: 'TRY_AGAIN' }],
    },
    // A restoring ends where nothing more was kept.
    { start: 'typed, country only', events: restoring.slice(1, 2) },
    { start: 'typed, up to the type', events: restoring.slice(1) },
    { start: 'typed, up to the type, with states', events: [doneEvent('listNumberTypes', americanTypes)] },
    { start: 'typed, up to the area', events: [...restoring.slice(1), doneEvent('listNumbers', berlinNumbers)] },
    // Where a state is required, it comes before the area.
    {
      start: 'fresh',
      events: [
        { type: 'COUNTRY_CHOSEN', id: 'US' },
        doneEvent('listNumberTypes', americanTypes),
        { type: 'TYPE_CHOSEN', id: 'G' },
        { type: 'STATE_CHOSEN', id: 'NY' },
        doneEvent('listAreas', [newYork]),
      ],
    },
    // A type without areas has one record, which is chosen automatically.
    {
      start: 'fresh',
      events: [
        { type: 'COUNTRY_CHOSEN', id: 'DE' },
        doneEvent('listNumberTypes', germanTypes),
        { type: 'TYPE_CHOSEN', id: 'T' },
        doneEvent('listAreas', [tollFree]),
      ],
    },
    {
      start: 'typed',
      events: [doneEvent('listNumberTypes', americanTypes), errorEvent('listAreas', down), { type: 'TRY_AGAIN' }],
    },
    { start: 'saved', events: [...restoring.slice(0, 1), { type: 'COUNTRY_CHOSEN', id: 'US' }] },
    { start: 'saved', events: [...restoring, doneEvent('listNumbers', noNumbers)] },
    // A choice during a restore ends the restore …
    { start: 'saved', events: [...restoring.slice(0, 2), { type: 'TYPE_CHOSEN', id: 'T' }] },
    {
      start: 'typed',
      events: [doneEvent('listNumberTypes', americanTypes), { type: 'STATE_CHOSEN', id: 'NY' }],
    },
    { start: 'saved', events: [...restoring, { type: 'AREA_CHOSEN', id: '12' }] },
    { start: 'saved', events: [...restoring, { type: 'NUMBER_TAKEN' }] },
    // … and so does what is out of stock, or out of reach, at every question.
    {
      start: 'saved',
      events: [
        doneEvent('readCoverage', tollFree),
        doneEvent('listNumberTypes', germanTypes),
        doneEvent('listAreas', [tollFree]),
        doneEvent('listNumbers', noNumbers),
      ],
    },
    ...(['loadingTypes', 'loadingAreas', 'loadingNumbers'] as const).flatMap((state, index) => {
      const src = (['listNumberTypes', 'listAreas', 'listNumbers'] as const)[index] ?? '';
      const before = restoring.slice(0, index + 1);
      return [
        { start: 'saved', events: [...before, late(state)] },
        { start: 'saved', events: [...before, errorEvent(src, down)] },
      ];
    }),
    // A session that is over is no list that could not be loaded.
    { start: 'in the dashboard', events: [...toBerlin, errorEvent('listNumbers', sessionOver)] },
    {
      start: 'in the dashboard',
      events: [...toBerlin, doneEvent('listNumbers', noNumbers), errorEvent('listNumbers', sessionOver)],
    },
  ],
  invariants: {
    'choosing resets what follows: nothing is chosen after something that is not': ({ context: { choice } }) =>
      (choice.country !== null || choice.type === null) &&
      (choice.type !== null || (choice.state === null && choice.area === null)) &&
      (choice.area !== null || choice.number === null),
    'a state is chosen before the area where one is required, and nowhere else': ({ context: { choice } }) =>
      requiresState(choice) ? choice.area === null || choice.state !== null : choice.state === null,
    'every choice is one of the options': ({ context: { choice, offered } }) =>
      (['country', 'type', 'state', 'area', 'number'] as const).every(
        (level) => choice[level] === null || offered[level].some(({ id }) => id === choice[level]?.id),
      ),
    'a number is picked only when chosen and nothing is pending': (state) =>
      pickedNumber(state.context) === null || (state.matches('numberChosen') && !state.hasTag('pending')),
    'the prices belong to the list of the chosen number': ({ context }) =>
      pickedNumber(context) === null ||
      context.list?.numbers.some(({ e164 }) => e164 === context.choice.number?.id) === true,
    'every country can be chosen at any time': (state) =>
      state.status === 'done' || state.can({ type: 'COUNTRY_CHOSEN', id: 'US' }),
    'an empty list is never a dead end: it says why, and other areas can be chosen': (state) =>
      !state.matches('outOfStock') || state.context.hint === 'restocking',
  },
});
