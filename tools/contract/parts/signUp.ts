import { type Area, type Customer, PASSWORD, type Suite } from '../context.ts';
import { given, textAt } from '../rows.ts';
import { logIn } from './login.ts';

const secrets = ['password', 'verification_code', 'card_number', 'card_cvv'].map((name) => `data.data.${name}`);
const state = { status: [200, 201], has: ['token', 'step'] };

/**
 * §7: the sign-up, with a code from the mailbox and a card that the test bank approves; it ends at the bank's page where
 * that takes the card.
 */
export async function trySignUp(suite: Suite, area: Area): Promise<Customer> {
  const { tryRow, mailbox, newAddress, hasCard } = suite;
  const email = newAddress('customer');
  const key = crypto.randomUUID();
  const body = { first_name: 'Nina', last_name: 'Newman', email, password: PASSWORD, consent_version: '1' };
  const token = textAt(await tryRow('', 'createRegistration', { body, key }, state), 'token');
  const input = (fields?: object) =>
    given([token], (registration_token) => ({ params: { registration_token }, ...(fields && { body: fields }) }));

  await tryRow('the same Idempotency-Key', 'createRegistration', token === null ? null : { body, key }, {
    ...state,
    also: (answer) => (textAt(answer.body, 'token') === token ? [] : ['another token than the first time']),
  });
  await tryRow('', 'readRegistration', input(), {
    status: 200,
    has: ['data.data.first_name', 'data.data.email', 'data.step'],
    hasNot: secrets,
  });
  await mailbox.code(email);
  await tryRow('', 'resendRegistrationCode', input(), { status: 200 });
  const code = token === null ? null : await mailbox.code(email);
  const wrong = code === '000000' ? '000001' : '000000';
  await tryRow('a wrong code', 'updateRegistration', input({ step: '2', verification_code: wrong }), {
    status: 400,
    error: 'codeWrong',
  });
  const verified = code === null ? null : input({ step: '2', verification_code: code });
  await tryRow('step 2', 'updateRegistration', verified, state);

  await tryRow('', 'listPackages', input(), { status: 200, has: ['data.0.type', 'data.0.prices'] });
  const ofArea = given([token, area], (registration_token, coverage_id) => ({
    params: { registration_token, coverage_id },
  }));
  const list = await tryRow('', 'listNumbers', ofArea, {
    status: 200,
    has: ['data.numbers.0', 'data.is_package', 'data.prices'],
  });
  const number = textAt(list, 'data.numbers.0.e164') ?? textAt(list, 'data.numbers.0');
  const chosen = given([number, area, code], (e164, number_id) => ({
    ...input({
      step: '3',
      number: e164,
      number_id: Number(number_id),
      package_type: 'P',
      nb_users: 2,
      nb_cx_bundles: 1,
    }),
  }));
  const billed = await tryRow('step 3', 'updateRegistration', chosen, state);
  const card = (card_number: string) =>
    billed === null ? null : input({ ...billing, card_number, card_name: 'Nina Newman' });
  const wrongCard = hasCard ? 'an invalid card number' : 'a card number';
  await tryRow(wrongCard, 'updateRegistration', card(hasCard ? '4242424242424241' : '4242424242424242'), {
    status: 400,
    error: 'validation',
    field: hasCard ? 'card_number' : 'card_type',
  });
  if (!hasCard) {
    const order = { step: '4', card_currency: billing.card_currency, trial_time_zone: billing.trial_time_zone };
    await tryRow('step 4', 'updateRegistration', billed === null ? null : input(order), { status: 202, has: ['url'] });
    return { email, password: PASSWORD, session: null };
  }
  await tryRow('step 4', 'updateRegistration', card('4242424242424242'), { status: [200, 202] });
  // A server whose policy always requires a code refuses a session without one.
  const opened = await tryRow('', 'openRegistrationSession', billed === null ? null : input(), {
    status: [201, 403],
    has: ['user_id', 'user_token'],
  });
  await tryRow('completed', 'readRegistration', billed === null ? null : input(), {
    status: [200, 404],
    hasNot: secrets,
  });
  const customer = { email, password: PASSWORD };
  const session = billed !== null && opened === null ? await logIn(suite, { ...customer, remember_me: false }) : null;
  return { ...customer, session: session ?? textAt(opened, 'user_token') };
}

const billing = {
  step: '4',
  card_type: 'visa',
  card_end_month: '12',
  card_end_year: String((new Date().getUTCFullYear() + 3) % 100),
  card_cvv: '123',
  card_country: 'UK',
  card_postcode: 'LS1 1AA',
  card_currency: 'USD',
  trial_time_zone: 'UTC',
};
