import { NumberPanel } from '#screens/numbers/NumberPanel.tsx';
import { numberPickerCases } from '../machines/registration/numberPicker.cases.ts';
import { testScreen } from '../support/screen.tsx';

const panel = { says: ['Select a phone number', 'Country', 'Number type', 'Area (city) code'], buttons: {} } as const;
const again = { 'Try again': { type: 'TRY_AGAIN' } } as const;

testScreen('select a phone number', numberPickerCases, {
  screen: NumberPanel,
  looks: {
    opening: 'passed',
    openingTypes: 'passed',
    openingType: 'passed',
    openingStates: 'passed',
    openingAreas: 'passed',
    openingNumbers: 'passed',
    failing: 'passed',
    tryingAgain: 'passed',
    draftGone: 'passed',
    sessionGone: 'passed',
    readingPlace: panel,
    choosingCountry: panel,
    loadingTypes: panel,
    choosingType: panel,
    choosingState: { ...panel, says: ['State'] },
    loadingAreas: { ...panel, says: ['Loading…'] },
    choosingArea: { ...panel, fields: ['Area (city) code'] },
    loadingNumbers: { ...panel, says: ['Loading…'], fields: ['Area (city) code'] },
    restocking: {
      ...panel,
      says: ['Numbers for the chosen location and type are being restocked due to high demand.'],
      fields: ['Area (city) code'],
    },
    choosingNumber: { ...panel, fields: ['Area (city) code', 'Number'] },
    chosen: { ...panel, fields: ['Area (city) code', 'Number'] },
    outOfStock: {
      ...panel,
      says: ['being restocked', 'There is no number left here or nearby.'],
      fields: ['Area (city) code'],
    },
    missing: { ...panel, says: ['This list could not be loaded.'], fields: 'any', buttons: again },
  },
});
