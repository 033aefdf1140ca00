import type { CallName } from '#contract/calls.ts';

/**
 * One row of §7 as a server writes its answer that has read the specification only: the body by hand from §7, §3 and
 * the decisions on the wire, and what the page takes from it.
 */
export type WireRow = {
  row: string;
  call: CallName;
  question?: object;
  status: number;
  body: unknown;
  /** What the page reads, where that is not the body itself. */
  reads?: unknown;
};

const session = { user_id: 42, user_token: 'u-1' };
const of = { registration_token: 'r-1' };
const berlin = {
  id: 11,
  country_code: 'DE',
  country_tel_code: '49',
  ddi_type: 'G',
  area_code: '30',
  state_code: '',
  city: 'Berlin',
  browsable: true,
};
const names = { country: { DE: 'Germany' }, ddi_type: { G: 'Geographic' }, us_state: { NY: 'New York' } };
const numbers = {
  numbers: [{ e164: '+49301234567' }],
  is_package: false,
  prices: { USD: { nrc: 5, mrc: 3 }, EUR: { nrc: 4.5, mrc: 2.75 } },
};
const fields = {
  first_name: 'Ann',
  last_name: 'Lee',
  email: 'ann@acme.example',
  nb_users: 2,
  package_type: 'P',
  nb_cx_bundles: 1,
  number: '+49301234567',
  country_code: 'DE',
  ddi_type: 'G',
  state: null,
  area_code: '30',
  is_package: false,
  prices: numbers.prices,
};

/** Every row of §7, in its order. */
export const wireRows: readonly WireRow[] = [
  { row: 'POST /login, 200', call: 'login', status: 200, body: session },
  {
    row: 'POST /login, 202',
    call: 'login',
    status: 202,
    body: { nonce: 'n-1', message: 'We have sent you a code.' },
  },
  {
    row: 'POST /customers/{customer_token}/confirmation',
    call: 'confirmCustomer',
    question: { params: { customer_token: 'c-1' } },
    status: 200,
    body: { data: { billing_email: 'bill@acme.example', email: 'ann@acme.example' } },
  },
  {
    row: 'POST /discounts/customers/{customer_token}',
    call: 'redeemDiscount',
    question: { params: { customer_token: 'c-1' } },
    status: 201,
    body: { data: { message: 'Ten percent off.' } },
  },
  { row: 'POST /confirmation', call: 'resendConfirmation', status: 200, body: { message: 'Sent.' } },
  {
    row: 'POST /code2fa/{nonce}',
    call: 'resendLoginCode',
    question: { params: { nonce: 'n-1' } },
    status: 202,
    body: { nonce: 'n-2' },
  },
  {
    row: 'POST /login2fa',
    call: 'loginWithCode',
    status: 200,
    body: { ...session, device_fingerprint: 'f-1' },
  },
  {
    row: 'POST /reset',
    call: 'resetPassword',
    status: 200,
    body: { message: 'Changed.', user_email: 'ann@acme.example' },
  },
  {
    row: 'GET /reset/{token}, additive',
    call: 'readReset',
    question: { params: { reset_token: 'p-1' } },
    status: 200,
    body: { data: { email: 'ann@acme.example' } },
  },
  { row: 'POST /password', call: 'requestReset', status: 200, body: {} },
  {
    row: 'GET /registrations/{registration_token}',
    call: 'readRegistration',
    question: { params: of },
    status: 200,
    body: { data: { data: fields, step: '4', completed_at: null, number_id: 11 } },
  },
  {
    row: 'GET /registrations/{registration_token}/packages',
    call: 'listPackages',
    question: { params: of },
    status: 200,
    body: { data: [{ type: 'P', prices: { USD: 15, EUR: 14.5 }, cx_prices: { USD: 9, EUR: 8 } }] },
  },
  {
    row: 'GET /ddipricelistcoverages, countries',
    call: 'listCoverages',
    question: { query: { group_by: 'country_code', page: 1, limit: 500 } },
    status: 200,
    body: { data: [{ country_code: 'DE', country_tel_code: '49', browsable: true }] },
    reads: {
      data: [{ ...berlin, id: 0, ddi_type: '', area_code: '', city: '' }],
    },
  },
  {
    row: 'GET /dictionaries',
    call: 'readDictionaries',
    question: { query: { timestamp: 1 } },
    status: 200,
    body: { data: names },
  },
  {
    row: 'GET /ddipricelistcoverages/dictionaries',
    call: 'readCoverageDictionaries',
    question: { query: { timestamp: 1 } },
    status: 200,
    body: { data: names },
  },
  {
    row: 'GET /ddipricelistcoverages, number types',
    call: 'listCoverages',
    question: { query: { group_by: 'ddi_type', limit: 5000 } },
    status: 200,
    body: { data: [{ country_code: 'DE', ddi_type: 'G' }] },
    reads: { data: [{ ...berlin, id: 0, country_tel_code: '', area_code: '', city: '' }] },
  },
  {
    row: 'GET /ddipricelistcoverages, area codes',
    call: 'listCoverages',
    question: { query: { limit: 5000 } },
    status: 200,
    body: { data: [{ id: 11, city: 'Berlin', area_code: '30', country_tel_code: '49' }] },
    reads: { data: [{ ...berlin, country_code: '', ddi_type: '' }] },
  },
  {
    row: 'GET /ddipricelistcoverages/{number_id}',
    call: 'readCoverage',
    question: { params: { number_id: '11' } },
    status: 200,
    body: {
      data: { id: 11, country_tel_code: '49', country_code: 'DE', ddi_type: 'G', area_code: '30', state_code: '' },
    },
    reads: { data: { ...berlin, city: '' } },
  },
  {
    row: 'GET /registrations/{registration_token}/numbers/{areaCodeId}',
    call: 'listNumbers',
    question: { params: { ...of, coverage_id: '11' } },
    status: 200,
    body: { data: numbers },
  },
  {
    row: 'GET /registrations/{registration_token}/numbers/{number_id}',
    call: 'listNumbers',
    question: { params: { ...of, coverage_id: '11' } },
    status: 200,
    body: { data: { prices: numbers.prices } },
    reads: { data: { numbers: [], prices: numbers.prices } },
  },
  {
    row: 'POST /registrations',
    call: 'createRegistration',
    status: 200,
    body: { token: 'r-1', step: '2' },
    reads: { token: 'r-1', step: '2', completed_at: null },
  },
  {
    row: 'POST /registrations, a page to show',
    call: 'createRegistration',
    status: 202,
    body: { url: 'https://pages.example/1' },
  },
  {
    row: 'PATCH /registrations/{registration_token}',
    call: 'updateRegistration',
    question: { params: of },
    status: 200,
    body: { token: 'r-1', step: '4', completed_at: '2025-03-05T12:00:00Z' },
  },
  {
    row: 'PATCH /registrations/{registration_token}, a page to show',
    call: 'updateRegistration',
    question: { params: of },
    status: 202,
    body: { url: 'https://bank.example/1' },
  },
  {
    row: 'POST /registrations/{registration_token}/resend',
    call: 'resendRegistrationCode',
    question: { params: of },
    status: 200,
    body: { message: 'Resend code successfully' },
  },
  {
    row: 'POST /registrations/{registration_token}/token',
    call: 'openRegistrationSession',
    question: { params: of },
    status: 201,
    body: session,
  },
];
