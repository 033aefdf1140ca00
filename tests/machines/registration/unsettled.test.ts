import { expect, test } from 'vitest';
import { Failure } from '#domain/failure.ts';
import { rejected } from '../../support/flow.ts';
import { type Answers, settled, startWizard } from '../../support/wizard.ts';
import { record, send, server, start, submit } from './startWizard.ts';

/** A server on which a change may arrive although its answer does not. */
const changing = (updateRegistration: () => unknown): Answers => {
  let number = '+49301234567';
  return server('verify-first', {
    readRegistration: () => {
      const { status, data } = record('4');
      return { status, data: { data: { ...data.data, data: { ...data.data.data, number } } } };
    },
    updateRegistration: ({ body }: { body: { number: string } }) => {
      number = body.number;
      return updateRegistration();
    },
  });
};

async function changeNumberInVain(answers: Answers) {
  const flow = startWizard({ ...start, token: 't1' }, answers);
  for (let answer = 0; answer < 5; answer++) await settled();
  await send(flow, 'billing', { type: 'BACK' });
  for (let answer = 0; answer < 6; answer++) await settled();
  flow.child('plan', 'numberPicker').send({ type: 'NUMBER_CHOSEN', id: '+49301234568' });
  await send(flow, 'plan', submit);
  return flow;
}

test.each<[string, () => unknown]>([
  ['its answer is lost', () => Promise.reject(new Failure('unreachable'))],
  ['its answer is still awaited', () => new Promise(() => {})],
  ['the server broke down over it', () => Promise.reject(rejected(503, 'SV1001'))],
])('a changed number of which %s: Forward reads the registration and shows what it says', async (_, answer) => {
  const flow = await changeNumberInVain(changing(answer));
  flow.wizard.send({ type: 'HISTORY_MOVED', step: '4' });
  expect(flow.wizard.getSnapshot().value).toBe('rereading');
  for (let answers = 0; answers < 5; answers++) await settled();
  expect(flow.wizard.getSnapshot().value).toMatchObject({ filling: { step: 'enteringBilling' } });
  expect(flow.wizard.getSnapshot().context.savedFields.number).toBe('+49301234568');
});

test('a saved step is not read again', async () => {
  const flow = await changeNumberInVain(changing(() => ({ status: 200, data: { token: 't1', step: '4' } })));
  expect(flow.wizard.getSnapshot().value).toMatchObject({ filling: { step: 'enteringBilling' } });
  await send(flow, 'billing', { type: 'BACK' });
  flow.wizard.send({ type: 'HISTORY_MOVED', step: '4' });
  expect(flow.wizard.getSnapshot().value).toMatchObject({ filling: { step: 'enteringBilling' } });
  expect(flow.all('readRegistration')).toHaveLength(1);
});
