import { describe, expect, test } from 'vitest';
import { settled, startWizard } from '../../support/wizard.ts';
import { berlin, berlinNumbers, countries, germanTypes } from './offer.ts';
import { account, card, chooseNumber, record, send, server, start, submit } from './startWizard.ts';

/* The wizard in front of servers that were written from §7 alone, and answer what it leaves open in their own way. */

const resumed = { ...start, token: 't1' };
const startAt = async (step: Parameters<typeof record>[0], part: object, others: Parameters<typeof server>[1] = {}) => {
  const flow = startWizard(resumed, server('verify-first', { readRegistration: () => record(step, part), ...others }));
  await settled();
  return flow;
};
const notices = ({ all }: ReturnType<typeof startWizard>) => all('notify').map(([, notice]) => notice);

describe('POST /registrations answers with a page to show, and nothing that names the registration', () => {
  const hosted = server('verify-first', {
    createRegistration: () => ({ status: 202, data: { url: 'https://bank.example/terms' } }),
  });

  test.each([
    ['BANK_ANSWERED', 'signUpNotFollowed'],
    ['CANCEL', 'signUpNotFollowed'],
  ])('once the page has ended by %s, the form says how to go on', async (type, code) => {
    const flow = startWizard(start, hosted);
    await settled();
    await send(flow, 'account', { type: 'CHANGE', change: account } as never, submit);
    await send(flow, 'bankCheck', { type });
    expect(flow.wizard.getSnapshot().value).toMatchObject({ filling: { step: 'creatingAccount' } });
    expect(flow.last('notify')).toEqual({ kind: 'error', message: { code } });
    expect(flow.child('account').getSnapshot().context.form.values).toMatchObject({ first_name: 'Ann', password: '' });
  });
});

test('a time that cannot be read does not keep the code from being sent again', async () => {
  const flow = await startAt('2', { resend_at: 'soon' });
  expect(flow.child('verification').getSnapshot().can({ type: 'RESEND' })).toBe(true);
});

test('after a code was sent again, with a time that cannot be read, the own cool-down counts', async () => {
  const flow = await startAt(
    '2',
    {},
    { resendRegistrationCode: () => ({ status: 200, data: { resend_at: 'in half a minute' } }) },
  );
  await send(flow, 'verification', { type: 'RESEND' });
  expect(flow.child('verification').getSnapshot().context.resendAt).toBe(Date.parse('2025-03-05T12:00:30Z'));
});

test("after a code was sent again, the server's time counts, also where it is later than the own cool-down", async () => {
  const resend_at = '2025-03-05T12:00:45Z';
  const flow = await startAt('2', {}, { resendRegistrationCode: () => ({ status: 200, data: { resend_at } }) });
  await send(flow, 'verification', { type: 'RESEND' });
  expect(flow.child('verification').getSnapshot().context.resendAt).toBe(Date.parse(resend_at));
});

test('an empty address names no page to show', async () => {
  const flow = await startAt('4', { url: '' });
  expect(flow.wizard.getSnapshot().value).toMatchObject({ filling: { hostedPage: 'closed' } });
  expect(notices(flow)).toEqual([]);
});

test('a page is given as a path of the API', async () => {
  const flow = await startAt('4', {}, { updateRegistration: () => ({ status: 202, data: { url: '/bank/check/1' } }) });
  await send(flow, 'billing', { type: 'CHANGE', change: card } as never, submit);
  expect(flow.child('bankCheck').getSnapshot().hasTag('framed')).toBe(true);
});

test('the second check of a card has a time of its own, where a reload has ended the first', async () => {
  const noon = Date.parse('2025-03-05T12:00:00Z');
  const flow = startWizard(
    { ...resumed, unsavedInput: { bankDeadline: noon - 60_000 } },
    server('verify-first', {
      readRegistration: () => record('4'),
      updateRegistration: () => ({ status: 202, data: { url: 'https://bank.example/2' } }),
    }),
  );
  await settled();
  await send(flow, 'billing', { type: 'CHANGE', change: card } as never, submit);
  expect(flow.child('bankCheck').getSnapshot().context.deadline).toBe(noon + 600_000);
});

test('§4: the answer to the card sends the visitor back to the number', async () => {
  const flow = await startAt(
    '4',
    {},
    { updateRegistration: () => ({ status: 200, data: { token: 't1', step: '3', completed_at: null } }) },
  );
  await send(flow, 'billing', { type: 'CHANGE', change: card } as never, submit);
  expect(flow.wizard.getSnapshot().value).toMatchObject({ filling: { step: 'choosingPlanAndNumber' } });
});

test.each(['1', '2', '3'] as const)(
  'step %s is answered with itself: a message says that it has to be tried again',
  async (step) => {
    const sameStep = { updateRegistration: () => ({ status: 200, data: { token: 't1', step, completed_at: null } }) };
    const flow = await startAt(step, {}, sameStep);
    if (step === '1') await send(flow, 'account', { type: 'CHANGE', change: account } as never, submit);
    if (step === '2') await send(flow, 'verification', { type: 'CODE_CHANGED', code: '123456' } as never, submit);
    if (step === '3') {
      await chooseNumber(flow);
      await send(flow, 'plan', submit);
    }
    expect(flow.wizard.getSnapshot()).toMatchObject({ status: 'active', context: { shownStep: step } });
    expect(flow.last('notify')).toEqual({ kind: 'error', message: { code: 'somethingWrong' } });
  },
);

test('§5: of a registration with more add-ons than users, as many are ordered as there are users', async () => {
  const data = { nb_users: 2, nb_cx_bundles: 5, package_type: 'P' };
  const flow = await startAt('3', { data });
  expect(flow.child('plan').getSnapshot().context.order).toEqual({ packageType: 'P', nbUsers: 2, nbCxBundles: 2 });
});

test('a country that is not among those on offer is chosen anew, and not sent unseen', async () => {
  const flow = await startAt('4', { data: { card_country: '276', customer_country: '276' } });
  expect(flow.child('billing').getSnapshot().context.form.values).toMatchObject({
    card_country: 'DE',
    customer_country: '',
  });
});

describe('the number lists', () => {
  const picking = async (others: Parameters<typeof server>[1]) => {
    const flow = startWizard(
      { ...resumed, country: 'int' },
      server('verify-first', { readRegistration: () => record('3', { data: {}, number_id: null }), ...others }),
    );
    await settled();
    return flow.child('plan', 'numberPicker');
  };
  const offered = (picker: Awaited<ReturnType<typeof picking>>) => picker.getSnapshot().context.offered;

  test('show each country, type and number once, and none without a value', async () => {
    const numbers = { ...berlinNumbers, numbers: [...berlinNumbers.numbers, ...berlinNumbers.numbers, { e164: '' }] };
    const picker = await picking({
      listCountries: () => [...countries, ...countries, { ...berlin, country_code: '' }],
      listNumberTypes: () => [...germanTypes, ...germanTypes],
      listNumbers: () => numbers,
    });
    const once = <T>(values: readonly T[]) => [...new Set(values)];
    const ids = (level: string) => offered(picker)[level].map(({ id }: { id: string }) => id);
    expect(ids('country')).toEqual(once(countries.map(({ country_code }) => country_code)));
    picker.send({ type: 'COUNTRY_CHOSEN', id: 'DE' });
    await settled();
    expect(ids('type')).toEqual(once(germanTypes.map(({ ddi_type }) => ddi_type)));
    picker.send({ type: 'TYPE_CHOSEN', id: 'G' });
    await settled();
    picker.send({ type: 'AREA_CHOSEN', id: String(berlin.id) });
    await settled();
    expect(ids('number')).toEqual(berlinNumbers.numbers.map(({ e164 }) => e164));
  });

  test('without names of states, the areas of the United States are shown at once', async () => {
    const picker = await picking({
      readCoverageDictionaries: () => ({ country: {}, ddi_type: {}, us_state: {} }),
      listCountries: () => [{ ...berlin, country_code: 'US' }],
      listNumberTypes: () => [{ ...berlin, country_code: 'US', ddi_type: 'G' }],
    });
    picker.send({ type: 'COUNTRY_CHOSEN', id: 'US' });
    await settled();
    picker.send({ type: 'TYPE_CHOSEN', id: 'G' });
    await settled();
    expect(offered(picker).area.length).toBeGreaterThan(0);
  });
});
