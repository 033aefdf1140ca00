import { authMachine } from './auth.machine.ts';
import { consentMachine } from './consent.machine.ts';
import { cancellationMachine } from './dashboard/cancellation.machine.ts';
import { dashboardMachine } from './dashboard/dashboard.machine.ts';
import { numberChangeMachine } from './dashboard/numberChange.machine.ts';
import { passwordChangeMachine } from './dashboard/passwordChange.machine.ts';
import { secondFactorMachine } from './dashboard/secondFactor.machine.ts';
import { sessionsMachine } from './dashboard/sessions.machine.ts';
import { teamMachine } from './dashboard/team.machine.ts';
import { userCountMachine } from './dashboard/userCount.machine.ts';
import { invitationMachine } from './invitation.machine.ts';
import { mailedLinksMachine } from './mailedLinks.machine.ts';
import { newPasswordMachine } from './newPassword.machine.ts';
import { noticeMachine } from './notice.machine.ts';
import { preferencesMachine } from './preferences.machine.ts';
import { recoveryMachine } from './recovery.machine.ts';
import { accountMachine } from './registration/account.machine.ts';
import { arrivalMachine } from './registration/arrival.machine.ts';
import { bankCheckMachine } from './registration/bankCheck.machine.ts';
import { billingMachine } from './registration/billing.machine.ts';
import { numberPickerMachine } from './registration/numberPicker.machine.ts';
import { planMachine } from './registration/plan.machine.ts';
import { progressWatchMachine } from './registration/progressWatch.machine.ts';
import { registrationMachine } from './registration/registration.machine.ts';
import { resumptionMachine } from './registration/resumption.machine.ts';
import { teamChoiceMachine } from './registration/teamChoice.machine.ts';
import { verificationMachine } from './registration/verification.machine.ts';

/** All flows by name; shared by the tests, the flow map and the flow documents. */
export const flows = {
  auth: authMachine,
  mailedLinks: mailedLinksMachine,
  recovery: recoveryMachine,
  newPassword: newPasswordMachine,
  consent: consentMachine,
  notice: noticeMachine,
  preferences: preferencesMachine,
  invitation: invitationMachine,
  dashboard: dashboardMachine,
  team: teamMachine,
  sessions: sessionsMachine,
  numberChange: numberChangeMachine,
  userCount: userCountMachine,
  cancellation: cancellationMachine,
  secondFactor: secondFactorMachine,
  passwordChange: passwordChangeMachine,
  resumption: resumptionMachine,
  registration: registrationMachine,
  arrival: arrivalMachine,
  account: accountMachine,
  verification: verificationMachine,
  plan: planMachine,
  numberPicker: numberPickerMachine,
  billing: billingMachine,
  bankCheck: bankCheckMachine,
  progressWatch: progressWatchMachine,
  teamChoice: teamChoiceMachine,
} as const;

export type FlowName = keyof typeof flows;
