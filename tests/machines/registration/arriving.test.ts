import { expect, test } from 'vitest';
import { rejected } from '../../support/flow.ts';
import { settled, startWizard } from '../../support/wizard.ts';
import { countries, names } from './offer.ts';
import { account, record, send, server, start, submit } from './startWizard.ts';

test('a new sign-up begins without a request', async () => {
  const flow = startWizard(start, server('verify-first'));
  expect(flow.wizard.getSnapshot().value).toMatchObject({ filling: { step: 'creatingAccount' } });
  await settled();
  expect(flow.all('readDictionaries', 'readCoverageDictionaries', 'listCountries', 'readRegistration')).toEqual([]);
});

const referenceCalls = ['readDictionaries', 'readCoverageDictionaries', 'listCountries'];

test('countries and names are loaded once, for the first step that shows them, and the registration is not read', async () => {
  const flow = startWizard({ ...start, order: 'plan-first' }, server('plan-first'));
  await send(flow, 'account', { type: 'CHANGE', change: account }, submit);
  await settled();
  expect(flow.wizard.getSnapshot().value).toMatchObject({ filling: { step: 'choosingPlan' } });
  expect(flow.wizard.getSnapshot().context).toMatchObject({ countries, dictionary: names, offeredNames: names });
  await send(flow, 'plan', submit);
  await settled();
  expect(flow.wizard.getSnapshot().value).toMatchObject({ filling: { step: 'choosingNumber' } });
  expect(flow.all(...referenceCalls)).toHaveLength(3);
  expect(flow.all('readRegistration')).toEqual([]);
});

test.each([
  ['readDictionaries', names],
  ['readCoverageDictionaries', names],
  ['listCountries', countries],
])('§8 %s fails: the server’s message is shown, and a retry continues', async (call, answer) => {
  let isOut = true;
  const out = () => Promise.reject(rejected(503, '', '', 'No countries today.'));
  const flow = startWizard(
    { ...start, token: 't1' },
    server('verify-first', {
      readRegistration: () => record('3'),
      [call]: () => (isOut ? out() : answer),
    }),
  );
  await settled();
  expect(flow.last('notify')).toMatchObject({ kind: 'error', message: { text: 'No countries today.' } });
  isOut = false;
  flow.wizard.send({ type: 'TRY_AGAIN' });
  await settled();
  expect(flow.wizard.getSnapshot().value).toMatchObject({ filling: { step: 'choosingPlanAndNumber' } });
});

test('§8 countries fail in a sign-up that has just been created: another try goes on where it was', async () => {
  let isOut = true;
  const flow = startWizard(
    { ...start, order: 'plan-first' },
    server('plan-first', {
      listCountries: () => (isOut ? Promise.reject(rejected(503, '', '', 'No countries today.')) : countries),
      readRegistration: () => record('2'),
    }),
  );
  await send(flow, 'account', { type: 'CHANGE', change: account }, submit);
  await settled();
  expect(flow.wizard.getSnapshot().value).toBe('failed');
  expect(flow.last('notify')).toMatchObject({ kind: 'error', message: { text: 'No countries today.' } });
  isOut = false;
  flow.wizard.send({ type: 'TRY_AGAIN' });
  await settled();
  expect(flow.wizard.getSnapshot().value).toMatchObject({ filling: { step: 'choosingPlan' } });
});
