import { testFlow } from '../support/flow.ts';
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
import { teamCases } from './team.cases.ts';

testFlow('auth', authCases);
testFlow('mailedLinks', mailedLinksCases);
testFlow('recovery', recoveryCases);
testFlow('newPassword', newPasswordCases);
testFlow('consent', consentCases);
testFlow('notice', noticeCases);
testFlow('preferences', preferencesCases);
testFlow('invitation', invitationCases);
testFlow('dashboard', dashboardCases);
testFlow('team', teamCases);
testFlow('sessions', sessionsCases);
testFlow('numberChange', numberChangeCases);
testFlow('userCount', userCountCases);
testFlow('cancellation', cancellationCases);
testFlow('secondFactor', secondFactorCases);
testFlow('passwordChange', passwordChangeCases);
