import type { CallName } from '#contract/calls.ts';

/** The groups of the document, in the order of its page. */
export const groups = {
  login: 'Login, codes and mailed links',
  registration: 'Sign-up',
  lists: 'Countries, areas and prices',
  account: 'Dashboard; additive to the specification',
  events: 'Measurement; additive to the specification',
} as const;

type Summary = { group: keyof typeof groups; summary: string };

const login = (summary: string): Summary => ({ group: 'login', summary });
const registration = (summary: string): Summary => ({ group: 'registration', summary });
const lists = (summary: string): Summary => ({ group: 'lists', summary });
const account = (summary: string): Summary => ({ group: 'account', summary });

/** What each call does, in one line. */
export const summaries: Readonly<Record<CallName, Summary>> = {
  login: login('Logs in. 202: a code was mailed, which loginWithCode takes'),
  confirmCustomer: login('Confirms an account with the token of the mailed link'),
  redeemDiscount: login('Redeems the token of a discount link'),
  resendConfirmation: login('Mails the confirmation link again; answers alike for unknown addresses'),
  resendLoginCode: login('Mails a new login code; its nonce replaces the old one'),
  loginWithCode: login('Logs in with a mailed code'),
  resetPassword: login('Changes the password with the token of a reset link'),
  readReset: login('Reads whose password a reset link changes; additive'),
  requestReset: login('Mails a reset link; answers alike for unknown addresses'),
  logOut: login('Ends the session; additive'),

  readRegistration: registration('Reads a registration; never returns password, code or card'),
  createRegistration: registration('Submits step 1'),
  updateRegistration: registration('Submits a later step. 202: a hosted page to show in a frame'),
  resendRegistrationCode: registration('Mails the code of step 2 again'),
  openRegistrationSession: registration('Logs in once, right after the completion'),
  joinTeam: registration('Joins a team that has invited the verified address; additive'),

  listPackages: lists('Lists plans and their prices'),
  listCoverages: lists('Lists countries, number types or areas, page by page'),
  readDictionaries: lists('Names of all countries, types and states in X-Language'),
  readCoverageDictionaries: lists('The same names, only of what is offered'),
  readCoverage: lists('Reads one area'),
  listNumbers: lists('Lists free numbers of an area, with prices'),

  readAccount: account('Reads the account'),
  resumeRegistration: account('A token for the unfinished sign-up of the logged-in person'),
  readTeam: account('Lists users and open invitations'),
  assignAddOn: account('Assigns an add-on to a user'),
  removeAddOn: account('Removes the add-on of a user'),
  changeUsers: account('Changes the number of users'),
  removeTeammate: account('Removes a member of the team'),
  inviteTeammate: account('Invites a teammate by mail'),
  revokeInvitation: account('Revokes an invitation'),
  readInvitation: account('Reads an invitation by the token of its link'),
  acceptInvitation: account('Accepts an invitation'),
  listAccountNumbers: account('Lists numbers to change to'),
  listAccountPackages: account('Lists plans and their prices for the account'),
  changeNumber: account('Changes the number'),
  cancelTrial: account('Cancels the subscription'),
  undoCancellation: account('Takes the cancellation back'),
  switchSecondFactor: account('Switches login codes on or off'),
  changePassword: account('Changes the password and ends all other sessions'),
  listSessions: account('Lists open sessions'),
  endSession: account('Ends a session'),
  endOtherSessions: account('Ends all other sessions'),

  recordEvent: { group: 'events', summary: 'Stores which state was reached, after consent' },
};
