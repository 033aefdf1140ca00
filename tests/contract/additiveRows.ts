import type { WireRow } from './wireRows.ts';

/** A call that §7 does not have: what is sent, and what answers, by hand from the decisions. */
type AdditiveRow = WireRow & {
  sends: { method: string; path: string; body?: object /** Whether the session's token goes along. */; session?: true };
};

const session = { user_id: 42, user_token: 'u-1' };
const owner = {
  id: 42,
  first_name: 'Ann',
  last_name: 'Lee',
  email: 'ann@acme.example',
  role: 'owner',
  has_cx_bundle: false,
};
const member = { ...owner, id: 43, first_name: 'Bo', email: 'bo@acme.example', role: 'member', has_cx_bundle: true };
const invitation = { id: 9, email: 'new@acme.example', expires_at: '2025-03-12T12:00:00.000Z' };
const team = { data: { users: [owner, member], invitations: [invitation] } };
const account = {
  user: owner,
  second_factor: false,
  second_factor_policy: 'new-device',
  has_password: true,
  company: 'Acme',
  package_type: 'P',
  nb_users: 3,
  team_size: 2,
  nb_cx_bundles: 1,
  nb_cx_assigned: 1,
  number: '+49301234567',
  number_id: 11,
  currency: 'USD',
  monthly: 57,
  monthly_before_discount: 57,
  user_monthly: 15,
  cx_monthly: 9,
  trial_ends_on: '2025-04-05',
  trial_over: false,
  paid_until: null,
  ended: false,
  cancelled_at: null,
  discount_percent: 0,
  invoices: [
    { due_on: '2025-04-05', amount: 53.72, parts: [{ kind: 'prorated', amount: 48.72, days: 26 }] },
    { due_on: '2025-05-01', amount: 57, parts: [{ kind: 'monthly', amount: 57 }] },
  ],
};
const numbers = {
  numbers: [{ e164: '+49301234567' }],
  is_package: false,
  prices: { USD: { nrc: 5, mrc: 3 } },
};
const openSessions = [
  {
    id: 5,
    device: 'Chrome on Linux',
    created_at: '2025-03-05T12:00:00.000Z',
    last_seen_at: '2025-03-05T12:30:00.000Z',
    current: true,
  },
];

const own = (method: string, path: string, body?: object): AdditiveRow['sends'] => ({
  method,
  path,
  session: true,
  ...(body && { body }),
});

/** Every call that §7 does not have, except the address of a reset link, which is beside its row of §7. */
export const additiveRows: readonly AdditiveRow[] = [
  { row: 'log out', call: 'logOut', sends: own('POST', '/logout'), status: 200, body: {} },
  {
    row: 'join a team instead',
    call: 'joinTeam',
    question: { params: { registration_token: 'r-1', invitation_id: '9' } },
    sends: { method: 'POST', path: '/registrations/r-1/invitations/9' },
    status: 201,
    body: session,
  },
  {
    row: 'join a team instead, with a code',
    call: 'joinTeam',
    question: { params: { registration_token: 'r-1', invitation_id: '9' } },
    sends: { method: 'POST', path: '/registrations/r-1/invitations/9' },
    status: 202,
    body: { nonce: 'n-1', message: 'We have sent you a code.' },
  },
  { row: 'the account', call: 'readAccount', sends: own('GET', '/account'), status: 200, body: { data: account } },
  {
    row: 'go on with the sign-up',
    call: 'resumeRegistration',
    sends: own('POST', '/account/registration'),
    status: 201,
    body: { token: 'r-2' },
  },
  { row: 'the team', call: 'readTeam', sends: own('GET', '/account/team'), status: 200, body: team },
  {
    row: 'assign an add-on',
    call: 'assignAddOn',
    question: { params: { user_id: '43' } },
    sends: own('POST', '/account/users/43/cx'),
    status: 200,
    body: team,
  },
  {
    row: 'remove an add-on',
    call: 'removeAddOn',
    question: { params: { user_id: '43' } },
    sends: own('DELETE', '/account/users/43/cx'),
    status: 200,
    body: team,
  },
  {
    row: 'the number of users',
    call: 'changeUsers',
    question: { body: { users: 3 } },
    sends: own('PATCH', '/account/users', { users: 3 }),
    status: 200,
    body: { data: account },
  },
  {
    row: 'remove a teammate',
    call: 'removeTeammate',
    question: { params: { user_id: '43' } },
    sends: own('DELETE', '/account/users/43'),
    status: 200,
    body: { data: { users: [owner], invitations: [] } },
  },
  {
    row: 'invite a teammate',
    call: 'inviteTeammate',
    question: { body: { email: 'new@acme.example' } },
    sends: own('POST', '/account/invitations', { email: 'new@acme.example' }),
    status: 201,
    body: team,
  },
  {
    row: 'revoke an invitation',
    call: 'revokeInvitation',
    question: { params: { invitation_id: '9' } },
    sends: own('DELETE', '/account/invitations/9'),
    status: 200,
    body: { data: { users: [owner], invitations: [] } },
  },
  {
    row: 'an invitation',
    call: 'readInvitation',
    question: { params: { invitation_token: 'i-1' } },
    sends: { method: 'GET', path: '/invitations/i-1' },
    status: 200,
    body: { data: { email: 'new@acme.example', company: 'Acme', invited_by: 'Ann Lee' } },
  },
  {
    row: 'accept an invitation',
    call: 'acceptInvitation',
    question: {
      params: { invitation_token: 'i-1' },
      body: { first_name: 'Nora', last_name: 'New', password: 'another long sentence' },
    },
    sends: {
      method: 'POST',
      path: '/invitations/i-1',
      body: { first_name: 'Nora', last_name: 'New', password: 'another long sentence' },
    },
    status: 201,
    body: session,
  },
  {
    row: 'numbers to change to',
    call: 'listAccountNumbers',
    question: { params: { coverage_id: '11' } },
    sends: own('GET', '/account/numbers/11'),
    status: 200,
    body: { data: numbers },
  },
  {
    row: 'packages of the account',
    call: 'listAccountPackages',
    sends: own('GET', '/account/packages'),
    status: 200,
    body: { data: [{ type: 'P', prices: { USD: 15 }, cx_prices: { USD: 9 } }] },
  },
  {
    row: 'change the number',
    call: 'changeNumber',
    question: { body: { number: '+49301234567', number_id: 11 } },
    sends: own('PATCH', '/account/number', { number: '+49301234567', number_id: 11 }),
    status: 200,
    body: { data: account },
  },
  {
    row: 'cancel',
    call: 'cancelTrial',
    sends: own('POST', '/account/cancellation'),
    status: 200,
    body: { data: { ...account, cancelled_at: '2025-03-05T12:00:00.000Z', invoices: [] } },
  },
  {
    row: 'undo the cancellation',
    call: 'undoCancellation',
    sends: own('DELETE', '/account/cancellation'),
    status: 200,
    body: { data: account },
  },
  {
    row: 'login codes',
    call: 'switchSecondFactor',
    question: { body: { enabled: true, password: 'correct horse battery' } },
    sends: own('PATCH', '/account/second-factor', { enabled: true, password: 'correct horse battery' }),
    status: 200,
    body: { data: { ...account, second_factor: true } },
  },
  {
    row: 'change the password',
    call: 'changePassword',
    question: { body: { current_password: 'correct horse battery', password: 'another long sentence' } },
    sends: own('POST', '/account/password', {
      current_password: 'correct horse battery',
      password: 'another long sentence',
    }),
    status: 200,
    body: { ...session, remember_me: true },
  },
  {
    row: 'sessions',
    call: 'listSessions',
    sends: own('GET', '/account/sessions'),
    status: 200,
    body: { data: openSessions },
  },
  {
    row: 'end a session',
    call: 'endSession',
    question: { params: { session_id: '6' } },
    sends: own('DELETE', '/account/sessions/6'),
    status: 200,
    body: { data: openSessions },
  },
  {
    row: 'end all other sessions',
    call: 'endOtherSessions',
    question: {},
    sends: own('DELETE', '/account/sessions'),
    status: 200,
    body: { data: openSessions },
  },
  {
    row: 'an event',
    call: 'recordEvent',
    question: { body: { family: 'login', state: 'credentials', at: '2025-03-05T12:00:00.000Z' } },
    sends: {
      method: 'POST',
      path: '/events',
      body: { family: 'login', state: 'credentials', at: '2025-03-05T12:00:00.000Z' },
    },
    status: 202,
    body: {},
  },
];
