import type { AnyEventObject } from 'xstate';
import type { RegistrationStep, SignupOrder } from '#domain/constants.ts';
import type { WizardInput } from '#machines/registration/wizard.ts';
import { type Answers, settled, type startWizard } from '../../support/wizard.ts';
import { berlin, berlinNumbers, bonn, countries, germanTypes, munich, names, packages } from './offer.ts';

export const start: WizardInput = {
  order: 'verify-first',
  token: null,
  prefill: { first_name: 'Ann', last_name: 'Lee', email: ' ann@acme.example ' },
  unsavedInput: {},
  country: 'de',
  currency: 'EUR',
  today: '2025-03-05',
  timeZone: 'Europe/Berlin',
  settings: {
    coolDownSeconds: 30,
    bankDeadlineSeconds: 600,
    termsVersion: '2026-01',
    trialLength: 'month',
    proration: 'daysLeft',
    cardEntry: 'page' as const,
  },
  bankOrigins: ['https://bank.example'],
};
export const DONE = '2025-03-05T12:00:00Z';
export const account = { password: 'correct horse', terms: true };
export const card = {
  card_number: '4242 4242 4242 4242',
  card_end_month: '4',
  card_end_year: '2029',
  card_cvv: '123',
  card_name: 'Ann Lee',
  card_country: 'DE',
  card_postcode: 'sw1a 1aa',
};

const next: Record<SignupOrder, Partial<Record<RegistrationStep, RegistrationStep>>> = {
  'verify-first': { '1': '2', '2': '3', '2-sso': '3', '3': '4', '4': '4' },
  'plan-first': { '1': '2', '2': '3', '2-sso': '2', '3': '4', '4': '4' },
};

/** A server that takes everything; single answers are replaced by each test. */
export const server = (order: SignupOrder, others: Answers = {}): Answers => ({
  readDictionaries: () => names,
  readCoverageDictionaries: () => names,
  listCountries: () => countries,
  createRegistration: () => ({ status: 200, data: { token: 't1', step: '2' } }),
  updateRegistration: ({ body: { step } }: { body: { step: RegistrationStep } }) => ({
    status: 200,
    data: { token: 't1', step: next[order][step], completed_at: step === '4' ? DONE : null },
  }),
  resendRegistrationCode: () => ({ status: 200, data: { message: 'Resend code successfully' } }),
  listPackages: () => ({ status: 200, data: { data: packages } }),
  listNumberTypes: () => germanTypes,
  listAreas: () => [berlin, munich, bonn],
  listNumbers: () => berlinNumbers,
  readCoverage: () => berlin,
  openRegistrationSession: () => ({ status: 201, data: { user_id: 7, user_token: 'u7' } }),
  ...others,
});

export const record = (step: RegistrationStep, part: object = {}) => ({
  status: 200,
  data: {
    data: {
      data: { first_name: 'Ann', last_name: 'Lee', email: 'ann@acme.example', nb_users: 2, number: '+49301234567' },
      step,
      completed_at: null,
      number_id: 11,
      ...part,
    },
  },
});

type Started = ReturnType<typeof startWizard>;

export async function chooseNumber({ child }: Started) {
  const picker = child('plan', 'numberPicker');
  picker.send({ type: 'COUNTRY_CHOSEN', id: 'DE' });
  await settled();
  picker.send({ type: 'TYPE_CHOSEN', id: 'G' });
  await settled();
  picker.send({ type: 'AREA_CHOSEN', id: '11' });
  await settled();
  picker.send({ type: 'NUMBER_CHOSEN', id: '+49301234568' });
}

/** Sends events to the flow of a step, then lets all settled answers arrive. */
export async function send({ child }: Started, step: string, ...events: AnyEventObject[]) {
  for (const event of events) child(step).send(event);
  await settled();
}
export const submit = { type: 'SUBMIT' };
