import { doneEvent, errorEvent } from '@xstate/test';
import { billingMachine } from '#machines/registration/billing.machine.ts';
import { casesOf, rejected, unreachable } from '../../support/flow.ts';
import { berlin, berlinNumbers, noNumbers, packages } from './offer.ts';

const values = {
  card_number: '',
  card_end_month: '',
  card_end_year: '',
  card_cvv: '',
  card_name: 'Ann Lee',
  card_country: 'DE',
  card_postcode: '10115',
  card_currency: 'USD' as const,
  customer_name: '',
  customer_country: '',
  customer_postcode: '',
  customer_address: '',
  customer_city: '',
  customer_vat: '',
};
const start = {
  token: 't1',
  cardEntry: 'page' as const,
  today: '2025-03-05',
  timeZone: 'Europe/Berlin',
  order: { packageType: 'P' as const, nbUsers: 2, nbCxBundles: 1 },
  number_id: 11,
  isPackage: false,
  currencies: ['USD', 'EUR', 'GBP'] as const,
  values,
};
const card = { card_number: '4242 4242 4242 4242', card_end_month: '12', card_end_year: '27', card_cvv: '123' };
const secrets = ['card_number', 'card_end_month', 'card_end_year', 'card_cvv'] as const;

/** §2 step 4, §5 card rules, §7 submission of step 4. */
export const billingCases = casesOf({
  machine: billingMachine,
  inputs: { 'with a number': start, 'without a number': { ...start, number_id: null } },
  events: ({ context: { form } }) => [
    // What is still there is not typed again.
    { type: 'CHANGE', change: form.values.card_number === card.card_number ? { card_cvv: card.card_cvv } : card },
    { type: 'CHANGE', change: { card_postcode: 'sw1a 1aa', customer_postcode: 'ab1' } },
    { type: 'CHANGE', change: { card_number: '4242 4242 4242 4241' } },
    // The sample offer has no price in pounds.
    {
      type: 'CHANGE',
      change: { card_currency: form.values.card_currency === 'USD' ? ('GBP' as const) : ('USD' as const) },
    },
    { type: 'BLUR', field: 'card_name' as const },
    doneEvent('listPackages', { status: 200, data: { data: packages } }),
    doneEvent('listPackages', { status: 200, data: { data: packages.map((plan) => ({ ...plan, prices: {} })) } }),
    errorEvent('listPackages', rejected(404, 'RG1001', '', 'This registration is over.')),
    errorEvent('listPackages', rejected(503, 'SV1001')),
    doneEvent('readCoverage', berlin),
    errorEvent('readCoverage', unreachable),
    errorEvent('readCoverage', rejected(503)),
    doneEvent('listNumbers', berlinNumbers),
    // An answer without any price.
    doneEvent('listNumbers', { ...noNumbers, prices: {} }),
    errorEvent('listNumbers', unreachable),
    errorEvent('listNumbers', rejected(503)),
    doneEvent('updateRegistration', {
      status: 200,
      data: { token: 't1', step: '4', completed_at: '2025-03-05T12:00:00Z' },
    }),
    doneEvent('updateRegistration', { status: 200, data: { token: 't1', step: '4' } }),
    doneEvent('updateRegistration', { status: 200, data: { token: 't1', step: '3' } }),
    doneEvent('updateRegistration', { status: 202, data: { url: 'https://bank.example/1' } }),
    errorEvent('updateRegistration', rejected(400, 'PY1001', 'card_number', 'The card was declined.')),
    errorEvent('updateRegistration', rejected(404, 'RG1001', '', 'This registration is over.')),
    errorEvent('updateRegistration', rejected(409, 'RG1002', 'step', 'Another step.')),
    errorEvent('updateRegistration', unreachable),
    doneEvent('progressWatch', { record: { data: {}, step: '3', completed_at: null } }),
    errorEvent('progressWatch', new Error('broken')),
    { type: 'PAGE_CLOSED' },
    { type: 'DAY_BEGAN', today: '2025-03-06' },
  ],
  walks: [
    // The prices of the number alone are not enough: the plan needs one as well.
    {
      start: 'with a number',
      events: [
        doneEvent('listPackages', { status: 200, data: { data: packages.map((plan) => ({ ...plan, prices: {} })) } }),
        doneEvent('readCoverage', berlin),
        doneEvent('listNumbers', berlinNumbers),
      ],
    },
  ],
  withoutTimeLimit: {
    progressWatch: 'a child flow that waits for the visitor to come back; it ends with the step',
  },
  project: ({ number_id, form: { values, serverErrors: no }, isCompanyOpen, outcome }) => [
    number_id,
    values.card_number,
    values.card_postcode,
    values.card_currency,
    Object.keys(no).length,
    isCompanyOpen,
    outcome?.kind,
  ],
  invariants: {
    'a number without a price in any currency is not shown: its prices can be requested again': (state) =>
      !state.matches({ editing: { prices: 'shown' } }) ||
      state.context.numberFees === null ||
      Object.keys(state.context.numberFees.prices).length > 0,
    'only a card that passes its checks is sent': (state) =>
      !state.matches({ editing: { submission: 'saving' } }) ||
      state.context.form.values.card_number === card.card_number,
    'that a card was sent stays known, whatever the answer': (state) =>
      !state.matches({ editing: { submission: 'saving' } }) || state.context.isCardSent,
    'a trial is never started before its cost is shown': (state) =>
      !state.can({ type: 'SUBMIT' }) ||
      (state.matches({ editing: { prices: 'shown' } }) && state.context.form.values.card_currency === 'USD'),
    'the card is cleared with the response': (state) =>
      state.status === 'active' || secrets.every((field) => state.context.form.values[field] === ''),
    'after any response only the security code has to be typed again': ({ status, context: { form } }) =>
      status === 'done' ||
      form.serverErrors.card_number === undefined ||
      (form.values.card_cvv === '' && form.values.card_number === card.card_number),
    'WCAG 3.3.7: an opened company section takes over country and postal code of the card': ({ context }) =>
      !context.isCompanyOpen ||
      (context.form.values.customer_country === 'DE' && context.form.values.customer_postcode !== ''),
    'the form cannot be changed while it is sent': (state) =>
      !state.hasTag('pending') ||
      (!state.can({ type: 'CHANGE', change: card }) && !state.can({ type: 'SUBMIT' }) && !state.can({ type: 'BACK' })),
    'while a hosted page covers the form, and after it, only the security code is empty': (state) =>
      !state.matches({ editing: { submission: 'hosted' } }) ||
      (state.context.form.values.card_number === card.card_number && state.context.form.values.card_cvv === ''),
    'postal codes are upper-cased': ({ context: { form } }) =>
      [form.values.card_postcode, form.values.customer_postcode].every((code) => code === code.toUpperCase()),
    'the output has no card': ({ output }) => !/4242|"123"/.test(JSON.stringify(output ?? {})),
  },
});
