import type { FlowName } from '#machines/registry.ts';
import type { AnyFlowCases } from '../support/flow.ts';
import { authCases } from './auth.cases.ts';
import { consentCases } from './consent.cases.ts';
import { dashboardCases } from './dashboard.cases.ts';
import { invitationCases } from './invitation.cases.ts';
import { mailedLinksCases } from './mailedLinks.cases.ts';
import { newPasswordCases } from './newPassword.cases.ts';
import { noticeCases } from './notice.cases.ts';
import {
  cancellationCases,
  numberChangeCases,
  passwordChangeCases,
  secondFactorCases,
  sessionsCases,
  userCountCases,
} from './panels.cases.ts';
import { preferencesCases } from './preferences.cases.ts';
import { recoveryCases } from './recovery.cases.ts';
import { accountCases } from './registration/account.cases.ts';
import { arrivalCases } from './registration/arrival.cases.ts';
import { bankCheckCases } from './registration/bankCheck.cases.ts';
import { billingCases } from './registration/billing.cases.ts';
import { numberPickerCases } from './registration/numberPicker.cases.ts';
import { planCases } from './registration/plan.cases.ts';
import { progressWatchCases } from './registration/progressWatch.cases.ts';
import { registrationCases } from './registration/registration.cases.ts';
import { resumptionCases } from './registration/resumption.cases.ts';
import { teamChoiceCases } from './registration/teamChoice.cases.ts';
import { verificationCases } from './registration/verification.cases.ts';
import { teamCases } from './team.cases.ts';

const cases = {
  auth: authCases,
  mailedLinks: mailedLinksCases,
  recovery: recoveryCases,
  newPassword: newPasswordCases,
  consent: consentCases,
  notice: noticeCases,
  preferences: preferencesCases,
  invitation: invitationCases,
  dashboard: dashboardCases,
  team: teamCases,
  sessions: sessionsCases,
  numberChange: numberChangeCases,
  userCount: userCountCases,
  cancellation: cancellationCases,
  secondFactor: secondFactorCases,
  passwordChange: passwordChangeCases,
  resumption: resumptionCases,
  registration: registrationCases,
  arrival: arrivalCases,
  account: accountCases,
  verification: verificationCases,
  plan: planCases,
  numberPicker: numberPickerCases,
  billing: billingCases,
  bankCheck: bankCheckCases,
  progressWatch: progressWatchCases,
  teamChoice: teamChoiceCases,
} satisfies Record<FlowName, unknown>;

/** The cases of every flow, by its name. */
export const flowCases = cases as unknown as Record<FlowName, AnyFlowCases>;
