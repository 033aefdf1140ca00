import { expect, test } from 'vitest';
import { rejected } from '../../support/flow.ts';
import { settled, startWizard } from '../../support/wizard.ts';
import { countries, names } from './offer.ts';
import { server, start } from './startWizard.ts';

test.each([
  ['readDictionaries', names],
  ['readCoverageDictionaries', names],
  ['listCountries', countries],
])('§8 %s fails: the server’s message is shown, and a retry continues', async (call, answer) => {
  let isOut = true;
  const out = () => Promise.reject(rejected(503, '', '', 'No countries today.'));
  const flow = startWizard(start, server('verify-first', { [call]: () => (isOut ? out() : answer) }));
  await settled();
  expect(flow.last('notify')).toMatchObject({ kind: 'error', message: { text: 'No countries today.' } });
  isOut = false;
  flow.wizard.send({ type: 'TRY_AGAIN' });
  await settled();
  expect(flow.wizard.getSnapshot().value).toMatchObject({ filling: { step: 'creatingAccount' } });
});
