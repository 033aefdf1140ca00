import type { Api } from '#adapters/api.ts';
import type { CallInput } from '#contract/call.ts';
import type { Calls } from '#contract/calls.ts';
import { codeFor } from './people.ts';
import type { TestServer } from './server.ts';

type NewAccount = CallInput<Calls['createRegistration']>['body'];
export type Submission = CallInput<Calls['updateRegistration']>['body'];

export const EMAIL = 'nina@example.com';

/** A valid step 1. */
export const account: NewAccount = {
  first_name: 'Nina',
  last_name: 'Newman',
  email: EMAIL,
  password: 'seven tall giraffes',
};

/** Leeds: an area with numbers. */
export const AREA = 14_154;

/** A valid step 4. */
export const billing: Submission = {
  step: '4',
  card_type: 'visa',
  card_number: '4242424242424242',
  card_end_month: '12',
  card_end_year: '2030',
  card_cvv: '123',
  card_name: 'Nina Newman',
  card_country: 'UK',
  card_postcode: 'ls1 1aa',
  card_currency: 'GBP',
  trial_time_zone: 'Europe/London',
};

/** Submits a step of a registration. */
export const submit = (api: Api, registration_token: string, body: Submission) =>
  api.updateRegistration({ params: { registration_token }, body });

export const read = async (api: Api, registration_token: string) =>
  (await api.readRegistration({ params: { registration_token } })).data.data;

/** Completes step 1; returns the token. */
export async function begin({ api }: TestServer, changes: Partial<NewAccount> = {}): Promise<string> {
  const { data } = await api.createRegistration({ body: { ...account, ...changes } });
  if (!('token' in data) || !data.token) throw new Error('The registration has no token.');
  return data.token;
}

/** Verify-first: completes steps 1 and 2. */
export async function beginVerified(server: TestServer, changes: Partial<NewAccount> = {}): Promise<string> {
  const token = await begin(server, changes);
  const verification_code = await codeFor(server, changes.email ?? EMAIL);
  await submit(server.api, token, { step: '2', verification_code });
  return token;
}

/** Numbers that a registration can choose from. */
export async function numbersFor({ api }: TestServer, token: string, area = AREA): Promise<string[]> {
  const params = { registration_token: token, coverage_id: String(area) };
  return (await api.listNumbers({ params })).data.data.numbers.map(({ e164 }) => e164);
}

/** Submits step 3 with the first number of the area. */
export async function chooseNumber(server: TestServer, token: string, changes: Partial<Submission> = {}) {
  const [number] = await numbersFor(server, token);
  if (!number) throw new Error('The place has no numbers.');
  return submit(server.api, token, { step: '3', number, number_id: AREA, ...changes });
}

/** Verify-first: completes steps 1 to 3. */
export async function beginWithNumber(server: TestServer, changes: Partial<NewAccount> = {}): Promise<string> {
  const token = await beginVerified(server, changes);
  await chooseNumber(server, token);
  return token;
}

/** Plan-first: completes steps 1 to 3. */
export async function beginPlanFirst(server: TestServer, changes: Partial<NewAccount> = {}): Promise<string> {
  const token = await begin(server, changes);
  await submit(server.api, token, { step: '2', package_type: 'A', nb_users: 2, nb_cx_bundles: 1 });
  await chooseNumber(server, token);
  return token;
}

/** Verify-first: completes the whole sign-up. */
export async function signUp(server: TestServer, changes: Partial<NewAccount> = {}): Promise<string> {
  const token = await beginWithNumber(server, changes);
  await submit(server.api, token, billing);
  return token;
}
