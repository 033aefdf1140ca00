import { expect, test } from 'vitest';
import { Failure } from '#domain/failure.ts';
import { rejected } from '../../support/flow.ts';
import { settled, startWizard } from '../../support/wizard.ts';
import { account, card, DONE, record, send, server, start, submit } from './startWizard.ts';

test('a reload at the number step restores every select from the saved choice, one request after another', async () => {
  const flow = startWizard({ ...start, token: 't1' }, server('verify-first', { readRegistration: () => record('3') }));
  for (let answer = 0; answer < 6; answer++) await settled();
  expect(flow.all('readCoverage', 'listNumberTypes', 'listAreas', 'listNumbers').map(([name]) => name)).toEqual([
    'readCoverage',
    'listNumberTypes',
    'listAreas',
    'listNumbers',
  ]);
  expect(flow.child('plan').getSnapshot().context.picked).toMatchObject({ number: '+49301234567', number_id: 11 });
  expect(flow.child('plan').getSnapshot().can(submit)).toBe(true);
});

test.each(['readCoverage', 'listNumberTypes', 'listAreas', 'listNumbers'])(
  'restoring fails at %s: a hint is shown, the token is removed from the address, the selects are usable, and a retry continues',
  async (name) => {
    const whole = server('verify-first', { readRegistration: () => record('3') });
    let fails = true;
    const flow = startWizard(
      { ...start, token: 't1' },
      {
        ...whole,
        [name]: (input) =>
          fails ? Promise.reject(rejected(503, 'SV1001', '', 'Out of order.')) : whole[name]?.(input),
      },
    );
    for (let answer = 0; answer < 6; answer++) await settled();
    const picker = () => flow.child('plan', 'numberPicker').getSnapshot();
    expect(picker().context.hint).toBe('numberDataUnreadable');
    expect(flow.all('removeToken')).toHaveLength(1);
    expect(picker().can({ type: 'COUNTRY_CHOSEN', id: 'DE' })).toBe(true);
    fails = false;
    flow.child('plan', 'numberPicker').send({ type: 'TRY_AGAIN' });
    for (let answer = 0; answer < 6; answer++) await settled();
    expect(flow.last('storeToken')).toEqual({ token: 't1' });
    expect(flow.child('plan').getSnapshot().context.picked).toMatchObject({ number: '+49301234567' });
  },
);

test('§7: a reload at billing requests the coverage record of the number, then its prices', async () => {
  const flow = startWizard({ ...start, token: 't1' }, server('verify-first', { readRegistration: () => record('4') }));
  for (let answer = 0; answer < 5; answer++) await settled();
  expect(flow.all('readCoverage', 'listNumbers')).toEqual([
    ['readCoverage', { number_id: 11 }],
    ['listNumbers', { token: 't1', coverage_id: 11 }],
  ]);
  expect(
    flow
      .child('billing')
      .getSnapshot()
      .matches({ editing: { prices: 'shown' } }),
  ).toBe(true);
});

test('number data without a response at billing: the token stays, so that a reload continues', async () => {
  const flow = startWizard(
    { ...start, token: 't1' },
    {
      ...server('verify-first', { readRegistration: () => record('4') }),
      listNumbers: () => Promise.reject(new Failure('unreachable')),
    },
  );
  for (let answer = 0; answer < 4; answer++) await settled();
  expect(flow.child('billing').getSnapshot().hasTag('pricesMissing')).toBe(true);
  expect(flow.all('removeToken')).toEqual([]);
});

test.each(['readCoverage', 'listNumbers'])(
  '%s fails at billing: the token is removed from the address, and a retry restores it',
  async (name) => {
    const whole = server('verify-first', { readRegistration: () => record('4') });
    let fails = true;
    const flow = startWizard(
      { ...start, token: 't1' },
      {
        ...whole,
        [name]: (input) =>
          fails ? Promise.reject(rejected(503, 'SV1001', '', 'Out of order.')) : whole[name]?.(input),
      },
    );
    for (let answer = 0; answer < 4; answer++) await settled();
    expect(flow.child('billing').getSnapshot().hasTag('pricesMissing')).toBe(true);
    expect(flow.all('removeToken')).toHaveLength(1);
    fails = false;
    await send(flow, 'billing', { type: 'TRY_AGAIN' });
    for (let answer = 0; answer < 4; answer++) await settled();
    expect(flow.last('storeToken')).toEqual({ token: 't1' });
    expect(flow.child('billing').getSnapshot().hasTag('pricesMissing')).toBe(false);
  },
);

test('a response without prices at billing: they are reported missing, and a retry shows them', async () => {
  const whole = server('verify-first', { readRegistration: () => record('4') });
  let isEmpty = true;
  const flow = startWizard(
    { ...start, token: 't1' },
    {
      ...whole,
      listNumbers: (input) => (isEmpty ? { numbers: [], prices: {} } : whole.listNumbers?.(input)),
    },
  );
  for (let answer = 0; answer < 4; answer++) await settled();
  expect(flow.child('billing').getSnapshot().hasTag('pricesMissing')).toBe(true);
  isEmpty = false;
  await send(flow, 'billing', { type: 'TRY_AGAIN' });
  for (let answer = 0; answer < 4; answer++) await settled();
  expect(
    flow
      .child('billing')
      .getSnapshot()
      .matches({ editing: { prices: 'shown' } }),
  ).toBe(true);
});

test('Back from billing keeps the input except the card; Forward sends nothing', async () => {
  const flow = startWizard({ ...start, token: 't1' }, server('verify-first', { readRegistration: () => record('4') }));
  await settled();
  await send(flow, 'billing', { type: 'CHANGE', change: { ...card, customer_city: 'Bonn' } }, { type: 'BACK' });
  expect(flow.wizard.getSnapshot().value).toMatchObject({ filling: { step: 'choosingPlanAndNumber' } });
  flow.wizard.send({ type: 'HISTORY_MOVED', step: '4' });
  const { values } = flow.child('billing').getSnapshot().context.form;
  expect(values).toMatchObject({ customer_city: 'Bonn', card_postcode: 'SW1A 1AA', card_number: '', card_cvv: '' });
  expect(flow.all('updateRegistration', 'createRegistration')).toEqual([]);
});

test('after verification browser Back shows the account read-only, and Continue opens the server’s step', async () => {
  const flow = startWizard({ ...start, token: 't1' }, server('verify-first', { readRegistration: () => record('3') }));
  await settled();
  flow.wizard.send({ type: 'HISTORY_MOVED', step: '2' });
  expect(flow.wizard.getSnapshot().value).toMatchObject({ filling: { step: 'readingAccount' } });
  expect(flow.child('account').getSnapshot().context.form.values.email).toBe('ann@acme.example');
  await send(flow, 'account', { type: 'FORWARD' });
  expect(flow.wizard.getSnapshot().value).toMatchObject({ filling: { step: 'choosingPlanAndNumber' } });
  expect(flow.all('updateRegistration')).toEqual([]);
});

test('Back from the code to the account: every field can be edited, and an empty password stays unchanged', async () => {
  const flow = startWizard(start, server('verify-first'));
  await settled();
  await send(flow, 'account', { type: 'CHANGE', change: account }, submit);
  await send(flow, 'verification', { type: 'BACK' });
  const { values } = flow.child('account').getSnapshot().context.form;
  expect(values).toEqual({
    first_name: 'Ann',
    last_name: 'Lee',
    email: 'ann@acme.example',
    password: '',
    terms: true,
  });
  await send(flow, 'account', { type: 'CHANGE', change: { email: 'new@acme.example' } }, submit);
  expect(flow.last('updateRegistration')).toEqual({
    params: { registration_token: 't1' },
    body: {
      step: '1',
      first_name: 'Ann',
      last_name: 'Lee',
      email: 'new@acme.example',
      password: '',
      consent_version: '2026-01',
    },
  });
  expect(flow.child('verification').getSnapshot().context.email).toBe('new@acme.example');
});

test('a single sign-on visitor confirms, and Back leads to the confirmation', async () => {
  const flow = startWizard(
    { ...start, token: 't1' },
    server('verify-first', {
      readRegistration: () => record('2-sso', { sso: true }),
      updateRegistration: () => ({ status: 200, data: { token: 't1', step: '2' } }),
    }),
  );
  await settled();
  await send(flow, 'account', { type: 'CHANGE', change: { terms: true } }, submit);
  expect(flow.last('updateRegistration')).toEqual({
    params: { registration_token: 't1' },
    body: { step: '2-sso', first_name: 'Ann', last_name: 'Lee', consent_version: '2026-01' },
  });
  await send(flow, 'verification', { type: 'BACK' });
  expect(flow.wizard.getSnapshot().value).toMatchObject({ filling: { step: 'confirmingAccount' } });
});

test('the response to a step that was left is ignored', async () => {
  let answer = (_: unknown) => {};
  const flow = startWizard(
    { ...start, token: 't1' },
    server('verify-first', {
      readRegistration: () => record('2'),
      updateRegistration: () => new Promise((resolve) => (answer = resolve)),
    }),
  );
  await settled();
  await send(flow, 'verification', { type: 'CODE_CHANGED', code: '123456' }, submit);
  flow.wizard.send({ type: 'HISTORY_MOVED', step: '1' });
  answer({ status: 200, data: { token: 't1', step: '3' } });
  await settled();
  expect(flow.wizard.getSnapshot().value).toMatchObject({ filling: { step: 'creatingAccount' } });
});

test('a second tab is further: after the rejection the server’s step opens', async () => {
  const reads = [record('2'), record('3')];
  const flow = startWizard(
    { ...start, token: 't1' },
    server('verify-first', {
      readRegistration: () => reads.shift(),
      updateRegistration: () => Promise.reject(rejected(409, 'RG1002', 'step', 'It stands at another step.')),
    }),
  );
  await settled();
  await send(flow, 'verification', { type: 'CODE_CHANGED', code: '123456' }, submit);
  await settled();
  expect(flow.wizard.getSnapshot().value).toMatchObject({ filling: { step: 'choosingPlanAndNumber' } });
  expect(flow.all('notify')).toEqual([]);
});

test('a second tab is further: a message names the unsent input, which is kept', async () => {
  const reads = [record('2'), record('3')];
  const flow = startWizard(
    { ...start, token: 't1' },
    server('verify-first', {
      readRegistration: () => reads.shift(),
      updateRegistration: () => Promise.reject(rejected(409, 'RG1002', 'step', 'It stands at another step.')),
    }),
  );
  await settled();
  await send(flow, 'verification', { type: 'BACK' });
  await send(flow, 'account', { type: 'CHANGE', change: { email: 'new@acme.example', terms: true } }, submit);
  await settled();
  expect(flow.wizard.getSnapshot().value).toMatchObject({ filling: { step: 'choosingPlanAndNumber' } });
  expect(flow.last('notify')).toEqual({ kind: 'error', message: { code: 'registrationMoved' } });
  expect(flow.wizard.getSnapshot().context.unsavedInput.account?.email).toBe('new@acme.example');
});

test('the registration no longer exists: a message, no token, and a new start with the typed names', async () => {
  const flow = startWizard(
    { ...start, token: 't1' },
    server('verify-first', {
      readRegistration: () => record('2'),
      updateRegistration: () => Promise.reject(rejected(404, 'RG1001', '', 'This registration is over.')),
    }),
  );
  await settled();
  await send(flow, 'verification', { type: 'CODE_CHANGED', code: '123456' }, submit);
  expect(flow.last('notify')).toEqual({ kind: 'error', message: { text: 'This registration is over.' } });
  expect(flow.all('removeToken', 'removeUnsavedInput')).toHaveLength(2);
  flow.wizard.send({ type: 'START_AGAIN' });
  expect(flow.child('account').getSnapshot().context).toMatchObject({
    mode: 'create',
    form: { values: { first_name: 'Ann', last_name: 'Lee', email: 'ann@acme.example' } },
  });
});

test('a registration that is already completed leads to the login', async () => {
  const flow = startWizard(
    { ...start, token: 't1' },
    server('verify-first', { readRegistration: () => record('4', { completed_at: DONE }) }),
  );
  await settled();
  expect(flow.all('goTo', 'openRegistrationSession')).toEqual([['goTo', { family: 'login' }]]);
});

test('loading fails: the server’s message, the token is removed from the address, and a retry still has it', async () => {
  let isOut = true;
  const flow = startWizard(
    { ...start, token: 't1' },
    server('verify-first', {
      readRegistration: () => (isOut ? Promise.reject(rejected(503, '', '', 'Out of order.')) : record('2')),
    }),
  );
  await settled();
  expect(flow.all('notify', 'removeToken').map(([name]) => name)).toEqual(['removeToken', 'notify']);
  expect(flow.last('notify')).toMatchObject({ message: { text: 'Out of order.' } });
  expect(flow.all('clearNotice')).toEqual([]);
  isOut = false;
  flow.wizard.send({ type: 'TRY_AGAIN' });
  await settled();
  expect(flow.wizard.getSnapshot().value).toMatchObject({ filling: { step: 'verifyingEmail' } });
  expect(flow.last('storeToken')).toEqual({ token: 't1' });
  expect(flow.all('notify', 'clearNotice').map(([name]) => name)).toEqual(['notify', 'clearNotice']);
});

test('saved values do not count as typed; after a reload, values saved by another tab are shown', async () => {
  const saved = { first_name: 'Ann', last_name: 'Lee', email: 'ann@acme.example' };
  const at = (fields: object) => server('verify-first', { readRegistration: () => record('3', { data: fields }) });
  const before = startWizard({ ...start, token: 't1' }, at({ ...saved, nb_users: 2, number: '+49301234567' }));
  for (let answer = 0; answer < 6; answer++) await settled();
  const { unsavedInput } = before.wizard.getSnapshot().context;
  const after = startWizard(
    { ...start, token: 't1', unsavedInput },
    at({ ...saved, nb_users: 5, number: '+49301234568' }),
  );
  for (let answer = 0; answer < 6; answer++) await settled();
  expect(after.child('plan').getSnapshot().context).toMatchObject({
    order: { nbUsers: 5 },
    picked: { number: '+49301234568' },
  });
});

test('input that differs from the saved values is kept over a reload, whatever another tab has saved', async () => {
  const at = (nb_users: number) =>
    server('verify-first', { readRegistration: () => record('3', { data: { nb_users } }) });
  const before = startWizard({ ...start, token: 't1' }, at(2));
  await settled();
  await send(before, 'plan', { type: 'USERS_CHANGED', users: 3 });
  const { unsavedInput } = before.wizard.getSnapshot().context;
  const after = startWizard({ ...start, token: 't1', unsavedInput }, at(5));
  await settled();
  expect(after.child('plan').getSnapshot().context.order.nbUsers).toBe(3);
});

test('the card’s expiry is checked against the current day, also after midnight', async () => {
  const flow = startWizard({ ...start, token: 't1' }, server('verify-first', { readRegistration: () => record('4') }));
  for (let answer = 0; answer < 5; answer++) await settled();
  await send(flow, 'billing', {
    type: 'CHANGE',
    change: { ...card, card_end_month: '03', card_end_year: '2025' },
  });
  expect(flow.child('billing').getSnapshot().context.form.errors).toEqual({});
  flow.wizard.send({ type: 'DAY_BEGAN', today: '2025-04-01' });
  await send(flow, 'billing', submit);
  expect(Object.keys(flow.child('billing').getSnapshot().context.form.errors)).not.toEqual([]);
  expect(flow.all('updateRegistration')).toEqual([]);
});
