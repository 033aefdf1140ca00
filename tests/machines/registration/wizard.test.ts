import { describe, expect, test } from 'vitest';
import { cardFields } from '#contract/registration.ts';
import { rejected, unreachable } from '../../support/flow.ts';
import { settled, startWizard } from '../../support/wizard.ts';
import { account, card, chooseNumber, DONE, record, send, server, start, submit } from './startWizard.ts';

test('verify-first: account, code, plan and number, card; each step sends the call of §7, then the customer is logged in', async () => {
  const flow = startWizard(start, server('verify-first'));
  await settled();
  await send(flow, 'account', { type: 'CHANGE', change: account }, submit);
  await send(flow, 'verification', { type: 'CODE_CHANGED', code: '012 345' }, submit);
  flow.child('plan').send({ type: 'USERS_CHANGED', users: 2 });
  flow.child('plan').send({ type: 'ADD_ONS_CHANGED', addOns: 2 });
  await chooseNumber(flow);
  await send(flow, 'plan', submit);
  await send(flow, 'billing', { type: 'CHANGE', change: card }, submit);

  expect(flow.all('createRegistration', 'updateRegistration')).toEqual([
    [
      'createRegistration',
      {
        body: {
          first_name: 'Ann',
          last_name: 'Lee',
          email: 'ann@acme.example',
          password: 'correct horse',
          consent_version: '2026-01',
          package_type: 'P',
          nb_users: 1,
          nb_cx_bundles: 0,
        },
      },
    ],
    ['updateRegistration', { params: { registration_token: 't1' }, body: { step: '2', verification_code: '012345' } }],
    [
      'updateRegistration',
      {
        params: { registration_token: 't1' },
        body: {
          step: '3',
          number: '+49301234568',
          number_id: 11,
          package_type: 'P',
          nb_users: 2,
          nb_cx_bundles: 2,
        },
      },
    ],
    [
      'updateRegistration',
      {
        params: { registration_token: 't1' },
        body: {
          step: '4',
          card_type: 'visa',
          card_number: '4242424242424242',
          card_end_month: '04',
          card_end_year: '2029',
          card_cvv: '123',
          card_name: 'Ann Lee',
          card_country: 'DE',
          card_postcode: 'SW1A 1AA',
          card_currency: 'EUR',
          customer_name: '',
          customer_country: '',
          customer_postcode: '',
          customer_address: '',
          customer_city: '',
          customer_vat: '',
          package_type: 'P',
          nb_users: 2,
          nb_cx_bundles: 2,
          trial_time_zone: 'Europe/Berlin',
        },
      },
    ],
  ]);
  expect(flow.all('showStep').map(([, what]) => what)).toEqual(['1', '2', '3', '4'].map((step) => ({ step })));
  expect(flow.last('storeToken')).toEqual({ token: 't1' });
  expect(flow.last('notify')).toEqual({ kind: 'success', message: { code: 'registrationSuccessful' } });
  expect(flow.wizard.getSnapshot().value).toBe('showingSuccess');
  await settled();
  expect(flow.all('openSession', 'goTo')).toEqual([
    ['openSession', { user_id: 7, user_token: 'u7', remember_me: false }],
    ['goTo', { family: 'dashboard' }],
  ]);
  expect(flow.wizard.getSnapshot().status).toBe('done');
});

test('plan-first: account, plan, number, card', async () => {
  const flow = startWizard({ ...start, order: 'plan-first' }, server('plan-first'));
  await settled();
  await send(flow, 'account', { type: 'CHANGE', change: account }, submit);
  expect(flow.wizard.getSnapshot().value).toMatchObject({ filling: { step: 'choosingPlan' } });
  await send(flow, 'plan', { type: 'PLAN_CHOSEN', packageType: 'A' }, submit);
  expect(flow.wizard.getSnapshot().value).toMatchObject({ filling: { step: 'choosingNumber' } });
  await chooseNumber(flow);
  await send(flow, 'plan', submit);
  await send(flow, 'billing', { type: 'CHANGE', change: card }, submit);
  expect(flow.all('updateRegistration').map(([, what]) => (what as { body: { step: string } }).body.step)).toEqual([
    '2',
    '3',
    '4',
  ]);
  await settled();
  expect(flow.last('goTo')).toEqual({ family: 'dashboard' });
});

const challenged = (after: unknown) =>
  server('verify-first', {
    readRegistration: (() => {
      const reads = [record('4'), after];
      return () => reads.shift();
    })(),
    updateRegistration: () => ({ status: 202, data: { url: 'https://bank.example/1' } }),
  });

async function atTheBank(after: unknown) {
  const flow = startWizard({ ...start, token: 't1' }, challenged(after));
  await settled();
  await send(flow, 'billing', { type: 'CHANGE', change: card }, submit);
  expect(flow.child('bankCheck').getSnapshot().context.url).toBe('https://bank.example/1');
  return flow;
}

test('after the bank’s approval the registration is read once and the customer logged in', async () => {
  const flow = await atTheBank(record('4', { completed_at: DONE }));
  await send(flow, 'bankCheck', { type: 'FRAME_LOADED' }, { type: 'BANK_ANSWERED' });
  expect(flow.all('readRegistration')).toHaveLength(2);
  expect(flow.last('notify')).toEqual({ kind: 'success', message: { code: 'registrationSuccessful' } });
  await settled();
  expect(flow.last('goTo')).toEqual({ family: 'dashboard' });
});

test.each([
  ['BANK_ANSWERED', 'bankCheckFailed'],
  ['CANCEL', 'bankCheckCancelled'],
])(
  '%s without a completed registration: a message, step 4, and only the security code is cleared',
  async (type, code) => {
    const flow = await atTheBank(record('4'));
    await send(flow, 'bankCheck', { type });
    expect(flow.last('notify')).toEqual({ kind: 'error', message: { code } });
    expect(flow.wizard.getSnapshot().value).toMatchObject({ filling: { step: 'enteringBilling' } });
    const { values } = flow.child('billing').getSnapshot().context.form;
    expect(values).toMatchObject({ ...card, card_postcode: 'SW1A 1AA', card_cvv: '' });
    expect(JSON.stringify(flow.wizard.getSnapshot().context)).not.toMatch(/4242/);
  },
);

describe('the bank’s own page takes the card', () => {
  const hosted = { ...start, token: 't1', settings: { ...start.settings, cardEntry: 'hosted' as const } };

  test('step 4 is sent without a card, and the bank’s page completes the sign-up', async () => {
    const flow = startWizard(hosted, challenged(record('4', { completed_at: DONE })));
    await settled();
    await send(flow, 'billing', submit);
    const { body } = flow.last('updateRegistration') as { body: Record<string, unknown> };
    expect(body).toMatchObject({ step: '4', card_currency: 'EUR', trial_time_zone: 'Europe/Berlin' });
    expect(Object.keys(body).filter((field) => cardFields.some((card) => card === field))).toEqual([]);
    await send(flow, 'bankCheck', { type: 'FRAME_LOADED' }, { type: 'BANK_ANSWERED' });
    await settled();
    expect(flow.last('goTo')).toEqual({ family: 'dashboard' });
  });

  test('closed, it says how to go on, and the same page opens again', async () => {
    const flow = startWizard(hosted, challenged(record('4')));
    await settled();
    await send(flow, 'billing', submit);
    await send(flow, 'bankCheck', { type: 'CANCEL' });
    expect(flow.last('notify')).toEqual({ kind: 'error', message: { code: 'cardPageClosed' } });
    await send(flow, 'billing', submit);
    expect(flow.child('bankCheck').getSnapshot().context.url).toBe('https://bank.example/1');
  });
});

test('a bank check that has ended is not shown again after a reload, until a card is sent again', async () => {
  const flow = await atTheBank(record('4'));
  await send(flow, 'bankCheck', { type: 'CANCEL' });
  const { unsavedInput } = flow.wizard.getSnapshot().context;
  const reloaded = startWizard(
    { ...start, token: 't1', unsavedInput },
    server('verify-first', {
      readRegistration: () => record('4', { url: 'https://bank.example/check/1' }),
      updateRegistration: () => ({ status: 202, data: { url: 'https://bank.example/check/2' } }),
    }),
  );
  await settled();
  expect(reloaded.wizard.getSnapshot().value).toMatchObject({ filling: { step: 'enteringBilling' } });
  await send(reloaded, 'billing', { type: 'CHANGE', change: card }, submit);
  expect(reloaded.wizard.getSnapshot().value).toMatchObject({ filling: { hostedPage: 'open' } });
  expect(reloaded.wizard.getSnapshot().context.unsavedInput.bankIsOver).toBeUndefined();
});

test.each(['on return to the page', 'when another card is sent', 'after a reload'])(
  'a card whose answer was lost has completed the registration: the visitor is logged in %s',
  async (when) => {
    let isCompleted = false;
    const answers = server('verify-first', {
      readRegistration: () => record('4', isCompleted ? { completed_at: DONE } : {}),
      updateRegistration: () => Promise.reject(isCompleted ? rejected(409, 'RG1002', 'step') : unreachable),
    });
    let flow = startWizard({ ...start, token: 't1' }, answers);
    await settled();
    await send(flow, 'billing', { type: 'CHANGE', change: card }, submit);
    expect(flow.last('notify')).toEqual({ kind: 'error', message: { code: 'unreachable' } });
    isCompleted = true;
    if (when === 'after a reload') {
      const { unsavedInput } = flow.wizard.getSnapshot().context;
      flow = startWizard({ ...start, token: 't1', unsavedInput }, answers);
    } else if (when === 'on return to the page') flow.child('billing', 'progressWatch').send({ type: 'RETURNED' });
    else await send(flow, 'billing', { type: 'CHANGE', change: card }, submit);
    await settled();
    expect(flow.last('openSession')).toMatchObject({ user_token: 'u7' });
    expect(flow.last('notify')).toEqual({ kind: 'success', message: { code: 'registrationSuccessful' } });
  },
);

test('a registration that is completed elsewhere, before a card was sent here, leads to the login', async () => {
  let part = {};
  const flow = startWizard(
    { ...start, token: 't1' },
    server('verify-first', { readRegistration: () => record('4', part) }),
  );
  await settled();
  await send(flow, 'billing', { type: 'CHANGE', change: card });
  part = { completed_at: DONE };
  flow.child('billing', 'progressWatch').send({ type: 'RETURNED' });
  await settled();
  expect(flow.all('goTo', 'openRegistrationSession')).toEqual([['goTo', { family: 'login' }]]);
});

test('/token fails: ‘Something went wrong’ and a link to the login are shown', async () => {
  const flow = startWizard(
    { ...start, token: 't1' },
    server('verify-first', {
      readRegistration: () => record('4'),
      openRegistrationSession: () => Promise.reject(rejected(403, 'AU1007')),
    }),
  );
  await settled();
  await send(flow, 'billing', { type: 'CHANGE', change: card }, submit);
  expect(flow.last('notify')).toEqual({ kind: 'error', message: { code: 'somethingWrong' } });
  flow.wizard.send({ type: 'LOG_IN' });
  expect(flow.last('goTo')).toEqual({ family: 'login' });
});

test('stored input never contains a password, a code or a card', async () => {
  const flow = startWizard(start, server('verify-first'));
  const seen: string[] = [];
  flow.wizard.subscribe(({ context }) => seen.push(JSON.stringify(context.unsavedInput)));
  await settled();
  await send(flow, 'account', { type: 'CHANGE', change: account }, submit);
  await send(flow, 'verification', { type: 'CODE_CHANGED', code: '998877' }, submit);
  await chooseNumber(flow);
  await send(flow, 'plan', submit);
  await send(flow, 'billing', { type: 'CHANGE', change: card }, submit);
  expect(seen.length).toBeGreaterThan(10);
  expect(seen.join()).toMatch(/"card_name":"Ann Lee"/);
  expect(seen.join()).not.toMatch(/correct horse|998877|4242|"card_cvv"|"card_end/);
});

test('a card that is sent again while the bank is still asked about it stays in the form, and the wait is said', async () => {
  const busy = () => Promise.reject(rejected(409, 'RG1002', '', 'Your card is already being checked.', 2));
  const flow = startWizard(
    { ...start, token: 't1' },
    server('verify-first', { readRegistration: () => record('4'), updateRegistration: busy }),
  );
  await settled();
  await send(flow, 'billing', { type: 'CHANGE', change: card } as never, submit);
  expect(flow.last('notify')).toEqual({
    kind: 'error',
    message: { text: 'Your card is already being checked.' },
    waitSeconds: 2,
  });
  expect(flow.child('billing').getSnapshot().context.form.values).toMatchObject({
    card_number: card.card_number,
    card_cvv: '',
  });
});

test('another tab has changed the number: on return the card is asked for again, beside the number that is ordered', async () => {
  let part = {};
  const flow = startWizard(
    { ...start, token: 't1' },
    server('verify-first', { readRegistration: () => record('4', part) }),
  );
  await settled();
  await send(flow, 'billing', { type: 'CHANGE', change: card } as never);
  const returned = async () => {
    flow.child('billing', 'progressWatch').send({ type: 'RETURNED' });
    await settled();
  };
  await returned();
  expect(flow.child('billing').getSnapshot().context.form.values.card_number).toBe(card.card_number);
  part = { number_id: 12 };
  await returned();
  expect(flow.child('billing').getSnapshot().context).toMatchObject({
    number_id: 12,
    form: { values: { card_number: '' } },
  });
  expect(flow.last('notify')).toEqual({ kind: 'error', message: { code: 'registrationMoved' } });
});
