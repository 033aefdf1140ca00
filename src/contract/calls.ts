import * as account from './account.ts';
import * as coverage from './coverage.ts';
import * as events from './events.ts';
import * as registration from './registration.ts';
import * as session from './session.ts';

/** Every call of §7 by name, each once, and the additive calls of the dashboard. */
export const calls = {
  login: session.login,
  confirmCustomer: session.confirmCustomer,
  redeemDiscount: session.redeemDiscount,
  resendConfirmation: session.resendConfirmation,
  resendLoginCode: session.resendLoginCode,
  loginWithCode: session.loginWithCode,
  resetPassword: session.resetPassword,
  readReset: session.readReset,
  requestReset: session.requestReset,
  logOut: session.logOut,

  readRegistration: registration.readRegistration,
  createRegistration: registration.createRegistration,
  updateRegistration: registration.updateRegistration,
  resendRegistrationCode: registration.resendRegistrationCode,
  openRegistrationSession: registration.openRegistrationSession,
  joinTeam: registration.joinTeam,

  listPackages: coverage.listPackages,
  listCoverages: coverage.listCoverages,
  readDictionaries: coverage.readDictionaries,
  readCoverageDictionaries: coverage.readCoverageDictionaries,
  readCoverage: coverage.readCoverage,
  listNumbers: coverage.listNumbers,

  readAccount: account.readAccount,
  resumeRegistration: account.resumeRegistration,
  readTeam: account.readTeam,
  assignAddOn: account.assignAddOn,
  removeAddOn: account.removeAddOn,
  changeUsers: account.changeUsers,
  removeTeammate: account.removeTeammate,
  inviteTeammate: account.inviteTeammate,
  revokeInvitation: account.revokeInvitation,
  readInvitation: account.readInvitation,
  acceptInvitation: account.acceptInvitation,
  listAccountNumbers: account.listAccountNumbers,
  listAccountPackages: account.listAccountPackages,
  changeNumber: account.changeNumber,
  cancelTrial: account.cancelTrial,
  undoCancellation: account.undoCancellation,
  switchSecondFactor: account.switchSecondFactor,
  changePassword: account.changePassword,
  listSessions: account.listSessions,
  endSession: account.endSession,
  endOtherSessions: account.endOtherSessions,

  recordEvent: events.recordEvent,
} as const;

export type Calls = typeof calls;
export type CallName = keyof Calls;
