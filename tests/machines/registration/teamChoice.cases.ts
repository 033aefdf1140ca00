import { doneEvent, errorEvent } from '@xstate/test';
import { teamChoiceMachine } from '#machines/registration/teamChoice.machine.ts';
import { casesOf, rejected, unreachable } from '../../support/flow.ts';

const acme = { id: 3, company: 'Acme', invited_by: 'Ann Archer' };
const nameless = { id: 4, company: '', invited_by: 'Cy Carr' };
const start = { token: 't1', email: 'bo@acme.example' };

/** §6: a sign-up whose proven address was invited. */
export const teamChoiceCases = casesOf({
  machine: teamChoiceMachine,
  inputs: {
    'one team': { ...start, invitations: [acme] },
    'two teams': { ...start, invitations: [acme, nameless] },
  },
  events: [
    { type: 'JOIN', invitation_id: 3 },
    { type: 'JOIN', invitation_id: 9 },
    doneEvent('joinTeam', { status: 201, data: { user_id: 8, user_token: 'u8' } }),
    doneEvent('joinTeam', { status: 202, data: { nonce: 'n1', message: 'Sent.' } }),
    errorEvent('joinTeam', rejected(404, 'RG1001', '', 'This registration is over.')),
    errorEvent('joinTeam', rejected(409, 'RG1002', '', 'Another step.')),
    errorEvent('joinTeam', rejected(404, 'AU1006', '', 'This invitation is no longer open.')),
    errorEvent('joinTeam', rejected(503, 'SV1001')),
    errorEvent('joinTeam', unreachable),
  ],
  project: ({ invitations, subject, outcome }) => [invitations.length, subject, outcome?.kind],
  invariants: {
    'nobody joins a team that has not invited them': (state) =>
      !state.matches('joining') || state.context.invitations.some(({ id }) => id === state.context.subject),
    'starting an own account is always possible instead': (state) =>
      !state.matches('choosing') || state.can({ type: 'START_OWN' }),
    'only one request is sent at a time': (state) =>
      !state.hasTag('pending') || !(state.can({ type: 'JOIN', invitation_id: 3 }) || state.can({ type: 'START_OWN' })),
    'every final state has an outcome': (state) => state.status !== 'done' || state.context.outcome !== null,
  },
});
