import { doneEvent, errorEvent } from '@xstate/test';
import { arrivalMachine } from '#machines/registration/arrival.machine.ts';
import { casesOf, refused, unreachable } from '../../support/flow.ts';
import { countries, names } from './offer.ts';

const record = { data: { first_name: 'Ann' }, step: '3' as const, completed_at: null };

/** §2 the skeleton, §4 loading by token, W10. */
export const arrivalCases = casesOf({
  machine: arrivalMachine,
  inputs: { 'first visit': { token: null }, 'with a token': { token: 't1' } },
  events: [
    doneEvent('readDictionaries', names),
    errorEvent('readDictionaries', unreachable),
    doneEvent('readCoverageDictionaries', names),
    errorEvent('readCoverageDictionaries', refused(503, 'SV1001')),
    doneEvent('listCountries', countries),
    errorEvent('listCountries', refused(503, 'SV1001')),
    doneEvent('readRegistration', { status: 200, data: { data: record } }),
    errorEvent('readRegistration', refused(404, 'RG1001', '', 'This registration is over.')),
  ],
  invariants: {
    'the wizard begins only with everything there': ({ status, output }) =>
      status !== 'done' || output === null || (output?.countries.length === 2 && output.dictionary === names),
    'with a token it begins with the draft': ({ status, output, context }) =>
      status !== 'done' || !output || (context.token === null) === (output.record === null),
  },
});
