import { doneEvent, errorEvent } from '@xstate/test';
import { teamMachine } from '#machines/dashboard/team.machine.ts';
import { casesOf, rejected, unreachable } from '../support/flow.ts';

const ann = { id: 7, first_name: 'Ann', last_name: 'Archer', email: 'ann@acme.example', role: 'owner' };
const bo = { id: 8, first_name: 'Bo', last_name: 'Berg', email: 'bo@acme.example', role: 'member' };
const invitation = { id: 3, email: 'cy@acme.example', expires_at: '2025-03-12T12:00:00Z' };
const team = (annHas: boolean, boHas: boolean, invitations: object[]) => ({
  data: {
    users: [
      { ...ann, has_cx_bundle: annHas },
      { ...bo, has_cx_bundle: boHas },
    ],
    invitations,
  },
});
const alone = { data: { users: [{ ...ann, has_cx_bundle: true }], invitations: [invitation] } };
const answer = { status: 200, data: team(true, false, [invitation]) };
const sessionExpired = rejected(401, 'AU1005', '', 'Please log in again.');
const gone = rejected(404, 'AU1006', '', 'There is no such user.');

const changes = [
  ['assignAddOn', { status: 200, data: team(true, true, [invitation]) }],
  ['removeAddOn', { status: 200, data: team(false, false, [invitation]) }],
  ['removeTeammate', { status: 200, data: alone }],
  ['inviteTeammate', { status: 201, data: team(true, false, [invitation, { ...invitation, id: 4 }]) }],
  ['revokeInvitation', { status: 200, data: team(true, false, []) }],
] as const;

/** Users, add-ons and invitations of §6. */
export const teamCases = casesOf({
  machine: teamMachine,
  inputs: { owner: { mayChange: true }, member: { mayChange: false } },
  events: [
    { type: 'ASSIGN_ADD_ON', user_id: 8 },
    { type: 'ASSIGN_ADD_ON', user_id: 7 },
    { type: 'REMOVE_ADD_ON', user_id: 7 },
    { type: 'REMOVE_ADD_ON', user_id: 8 },
    { type: 'REMOVE_TEAMMATE', user_id: 8 },
    { type: 'REMOVE_TEAMMATE', user_id: 7 },
    { type: 'CONFIRM' },
    { type: 'CLOSE' },
    { type: 'REVOKE', invitation_id: 3 },
    { type: 'CHANGE', change: { email: ' cy@acme.example ' } },
    { type: 'CHANGE', change: { email: 'cy' } },
    { type: 'BLUR', field: 'email' },
    doneEvent('readTeam', answer),
    errorEvent('readTeam', sessionExpired),
    errorEvent('readTeam', unreachable),
    errorEvent('assignAddOn', gone),
    errorEvent('removeAddOn', gone),
    ...changes.flatMap(([name, changed]) => [
      doneEvent(name, changed),
      errorEvent(name, sessionExpired),
      errorEvent(name, rejected(409, 'RG1004', 'email', 'Already on the team.')),
      errorEvent(name, unreachable),
    ]),
  ],
  project: ({ mayChange, users, invitations, form, subject }) => [
    mayChange,
    users.map(({ has_cx_bundle }) => has_cx_bundle),
    invitations.length,
    form.values,
    form.errors,
    subject,
  ],
  walks: [
    // The server's error at the address is gone as soon as the same address is sent again.
    {
      start: 'owner',
      events: [
        doneEvent('readTeam', answer),
        { type: 'CHANGE', change: { email: ' cy@acme.example ' } },
        { type: 'INVITE' },
        errorEvent('inviteTeammate', rejected(409, 'RG1004', 'email', 'Already on the team.')),
        { type: 'INVITE' },
      ],
    },
    // One that belongs to no field is shown at the form.
    {
      start: 'owner',
      events: [
        doneEvent('readTeam', answer),
        { type: 'CHANGE', change: { email: ' cy@acme.example ' } },
        { type: 'INVITE' },
        errorEvent('inviteTeammate', unreachable),
      ],
    },
    // An invitation is about no teammate, also while the removal of one awaits its confirmation.
    {
      start: 'owner',
      events: [
        doneEvent('readTeam', answer),
        { type: 'CHANGE', change: { email: ' cy@acme.example ' } },
        { type: 'REMOVE_TEAMMATE', user_id: 8 },
        { type: 'INVITE' },
      ],
    },
    // What failed before is not shown while another act awaits its confirmation.
    {
      start: 'owner',
      events: [
        doneEvent('readTeam', answer),
        { type: 'ASSIGN_ADD_ON', user_id: 8 },
        errorEvent('assignAddOn', unreachable),
        { type: 'REMOVE_TEAMMATE', user_id: 8 },
      ],
    },
  ],
  invariants: {
    'a member changes nothing, and nobody changes an account that has ended': (state) =>
      state.context.mayChange || (!state.can({ type: 'INVITE' }) && !state.matches('changing')),
    'a user has at most one add-on': (state) =>
      state.context.users.every(
        ({ id, has_cx_bundle }) =>
          !state.can(has_cx_bundle ? { type: 'ASSIGN_ADD_ON', user_id: id } : { type: 'REMOVE_ADD_ON', user_id: id }),
      ),
    'nobody is removed without confirmation, and the owner never': (state) =>
      !(state.matches({ shown: 'confirmingRemoval' }) || state.matches({ changing: 'removingTeammate' })) ||
      state.context.subject?.id === 8,
    'only one change is sent at a time': (state) =>
      !state.hasTag('pending') || !(state.can({ type: 'INVITE' }) || state.can({ type: 'REVOKE', invitation_id: 3 })),
    'only a valid address is invited': (state) =>
      !state.matches({ changing: 'inviting' }) || state.context.form.values.email.trim() === 'cy@acme.example',
  },
});
