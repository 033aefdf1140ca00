import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createHarness, doneEvent, errorEvent } from '@xstate/test';
import { expect, test } from 'vitest';
import { numberPickerMachine } from '#machines/registration/numberPicker.machine.ts';
import { NumberPanel } from '#screens/numbers/NumberPanel.tsx';
import { numberPickerCases } from '../machines/registration/numberPicker.cases.ts';
import {
  americanTypes,
  berlin,
  countries,
  germanTypes,
  names,
  newYork,
  noNumbers,
} from '../machines/registration/offer.ts';
import { rejected } from '../support/flow.ts';
import { renderScreen, testPage, testScreen } from '../support/screen.tsx';

const panel = { texts: ['Select a phone number', 'Country', 'Number type', 'Area (city) code'], buttons: {} } as const;
const tryAgain = { 'Try again': { type: 'TRY_AGAIN' } } as const;

testScreen('select a phone number', numberPickerCases, {
  screen: NumberPanel,
  expectations: {
    opening: 'passed',
    restoringCountry: 'passed',
    restoringType: 'passed',
    checkingType: 'passed',
    restoringState: 'passed',
    restoringArea: 'passed',
    restoringNumber: 'passed',
    failing: 'passed',
    tryingAgain: 'passed',
    registrationNotFound: 'passed',
    sessionExpired: 'passed',
    readingPlace: panel,
    choosingCountry: panel,
    loadingTypes: panel,
    choosingType: panel,
    choosingState: { ...panel, texts: ['State'] },
    loadingAreas: { ...panel, texts: ['Loading…'] },
    choosingArea: { ...panel, fields: ['Area (city) code'] },
    loadingNumbers: { ...panel, texts: ['Loading…'], fields: ['Area (city) code'] },
    restocking: {
      ...panel,
      texts: ['Numbers for the chosen location and type are being restocked due to high demand.'],
      fields: ['Area (city) code'],
    },
    choosingNumber: { ...panel, fields: ['Area (city) code', 'Number'] },
    numberChosen: { ...panel, fields: ['Area (city) code', 'Number'] },
    outOfStock: {
      ...panel,
      texts: ['being restocked', 'There are no numbers left here or nearby.'],
      fields: ['Area (city) code'],
    },
    failed: { ...panel, texts: ["We couldn't load this list."], fields: 'any', buttons: tryAgain },
  },
});

test('each select names the choice that is missing before it, or says that its list is loading', () => {
  const flow = createHarness(numberPickerMachine, {
    input: { token: 't1', countries, dictionary: names, saved: null, unsavedInput: null, suggestedCountry: null },
  });
  const { container, rerender } = renderScreen(<NumberPanel state={flow.state} send={() => {}} />);
  const shown = () => {
    rerender(<NumberPanel state={flow.state} send={() => {}} />);
    const select = container.querySelector<HTMLSelectElement>('select[name=ddi_type]');
    const input = (name: string) => container.querySelector<HTMLInputElement>(`input[name=${name}]`)?.placeholder;
    return [select?.selectedOptions[0]?.textContent, input('area_code'), input('number')];
  };
  expect(shown()).toEqual(['Choose a country first', 'Choose a type first', 'Choose an area first']);
  flow.drive({ type: 'COUNTRY_CHOSEN', id: 'US' });
  expect(shown()).toEqual(['Loading…', 'Choose a type first', 'Choose an area first']);
  flow.drive(doneEvent('listNumberTypes', americanTypes));
  expect(shown()).toEqual(['Choose a type', 'Choose a type first', 'Choose an area first']);
  flow.drive({ type: 'TYPE_CHOSEN', id: 'G' });
  expect(shown()).toEqual(['Geographic', 'Choose a state first', 'Choose an area first']);
  flow.drive({ type: 'STATE_CHOSEN', id: 'NY' });
  expect(shown()).toEqual(['Geographic', 'City or area code', 'Choose an area first']);
  flow.drive(doneEvent('listAreas', [newYork]));
  flow.drive({ type: 'AREA_CHOSEN', id: String(newYork.id) });
  expect(shown()).toEqual(['Geographic', 'City or area code', 'Search by digits']);
});

test('states are in the alphabetical order of the language, whatever order the list has', () => {
  const us_state = { NH: 'Nuevo Hampshire', NY: 'Nueva York', NC: 'Carolina del Norte', OR: 'Óregon', OH: 'Ohio' };
  const flow = createHarness(numberPickerMachine, {
    input: {
      token: 't1',
      countries,
      dictionary: { ...names, us_state },
      saved: null,
      unsavedInput: null,
      suggestedCountry: null,
    },
  });
  flow.drive({ type: 'COUNTRY_CHOSEN', id: 'US' });
  flow.drive(doneEvent('listNumberTypes', americanTypes));
  flow.drive({ type: 'TYPE_CHOSEN', id: 'G' });
  renderScreen(<NumberPanel state={flow.state} send={() => {}} />, testPage({ language: 'es' }));
  const [, ...states] = screen.getByRole<HTMLSelectElement>('combobox', { name: 'State' }).options;
  expect(states.map(({ text }) => text)).toEqual([
    'Carolina del Norte',
    'Nueva York',
    'Nuevo Hampshire',
    'Ohio',
    'Óregon',
  ]);
});

test('a place without areas shows a message instead of a disabled select without a reason', () => {
  const flow = createHarness(numberPickerMachine, {
    input: { token: 't1', countries, dictionary: names, saved: null, unsavedInput: null, suggestedCountry: null },
  });
  flow.drive({ type: 'COUNTRY_CHOSEN', id: 'US' });
  flow.drive(doneEvent('listNumberTypes', americanTypes));
  flow.drive({ type: 'TYPE_CHOSEN', id: 'G' });
  const { container, rerender } = renderScreen(<NumberPanel state={flow.state} send={() => {}} />);
  expect(container.textContent).not.toContain('There are no areas for this number type. Choose another type.');
  flow.drive({ type: 'STATE_CHOSEN', id: 'NY' });
  flow.drive(doneEvent('listAreas', []));
  rerender(<NumberPanel state={flow.state} send={() => {}} />);
  expect(container.textContent).toContain('There are no areas for this number type. Choose another type.');
});

/** A panel on which Germany is chosen, and a function that continues its flow. */
function germanPanel() {
  const flow = createHarness(numberPickerMachine, {
    input: { token: 't1', countries, dictionary: names, saved: null, unsavedInput: null, suggestedCountry: null },
  });
  flow.drive({ type: 'COUNTRY_CHOSEN', id: 'DE' });
  const draw = () => <NumberPanel state={flow.state} send={drive} />;
  const { rerender } = renderScreen(draw());
  function drive(event: Parameters<typeof flow.drive>[0]) {
    flow.drive(event);
    rerender(draw());
  }
  return { drive };
}

test('that numbers are being restocked is said in a live region that was there before', () => {
  const { drive } = germanPanel();
  drive(doneEvent('listNumberTypes', germanTypes));
  drive({ type: 'TYPE_CHOSEN', id: 'G' });
  drive(doneEvent('listAreas', [berlin]));
  drive({ type: 'AREA_CHOSEN', id: String(berlin.id) });
  const before = screen.getAllByRole('status');
  drive(doneEvent('listNumbers', noNumbers));
  const region = screen.getAllByRole('status').find(({ textContent }) => textContent?.includes('being restocked'));
  expect(before).toContain(region);
});

test('after trying again the focus is on the heading of the panel, not lost with the button', async () => {
  const { drive } = germanPanel();
  drive(errorEvent('listNumberTypes', rejected(503)));
  screen.getByRole('button', { name: 'Try again' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Select a phone number' }));
});
