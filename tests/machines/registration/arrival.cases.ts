import { afterEvent, doneEvent, errorEvent } from '@xstate/test';
import { arrivalMachine } from '#machines/registration/arrival.machine.ts';
import { casesOf, rejected, unreachable } from '../../support/flow.ts';
import { countries, names } from './offer.ts';

const record = { data: { first_name: 'Ann' }, step: '3' as const, completed_at: null };

/** All requests are sent at once: the missing answer is only visible if the others have arrived. */
const answers = [
  doneEvent('readDictionaries', names),
  doneEvent('readCoverageDictionaries', names),
  doneEvent('listCountries', countries),
];
const late = (region: string) => afterEvent('answer', `arrival.loading.${region}.reading`);

/** §2 the skeleton, §4 loading by token. */
export const arrivalCases = casesOf({
  machine: arrivalMachine,
  inputs: { 'without a token': { token: null }, 'with a token': { token: 't1' } },
  events: [
    ...answers,
    errorEvent('readDictionaries', unreachable),
    errorEvent('readCoverageDictionaries', rejected(503, 'SV1001')),
    errorEvent('listCountries', rejected(503, 'SV1001')),
    doneEvent('readRegistration', { status: 200, data: { data: record } }),
    errorEvent('readRegistration', rejected(404, 'RG1001', '', 'This registration is over.')),
  ],
  walks: [
    { start: 'without a token', events: answers },
    { start: 'without a token', events: [...answers.slice(0, 1), late('offeredNames')] },
    { start: 'without a token', events: [...answers.slice(0, 2), late('countries')] },
    { start: 'with a token', events: [...answers, late('registration')] },
  ],
  invariants: {
    'the wizard starts only with all reference data': ({ status, output }) =>
      status !== 'done' || output === null || (output?.countries.length === 2 && output.dictionary === names),
    'with a token it starts with the registration': ({ status, output, context }) =>
      status !== 'done' || !output || (context.token === null) === (output.record === null),
  },
});
