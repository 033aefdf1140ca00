import { testFlow } from '../../support/flow.ts';
import { accountCases } from './account.cases.ts';
import { arrivalCases } from './arrival.cases.ts';
import { bankCheckCases } from './bankCheck.cases.ts';
import { billingCases } from './billing.cases.ts';
import { numberPickerCases } from './numberPicker.cases.ts';
import { planCases } from './plan.cases.ts';
import { registrationCases } from './registration.cases.ts';
import { verificationCases } from './verification.cases.ts';

testFlow('account', accountCases);
testFlow('verification', verificationCases);
testFlow('bankCheck', bankCheckCases);
testFlow('numberPicker', numberPickerCases);
testFlow('plan', planCases);
testFlow('billing', billingCases);
testFlow('arrival', arrivalCases);
testFlow('registration', registrationCases);
