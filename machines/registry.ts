import { authMachine } from './auth.machine.ts';
import { consentMachine } from './consent.machine.ts';
import { mailedLinksMachine } from './mailedLinks.machine.ts';
import { newPasswordMachine } from './newPassword.machine.ts';
import { noticeMachine } from './notice.machine.ts';
import { preferencesMachine } from './preferences.machine.ts';
import { recoveryMachine } from './recovery.machine.ts';

/** All flows by name: tests, the flow map and the flow documents read this one list. */
export const flows = {
  auth: authMachine,
  mailedLinks: mailedLinksMachine,
  recovery: recoveryMachine,
  newPassword: newPasswordMachine,
  consent: consentMachine,
  notice: noticeMachine,
  preferences: preferencesMachine,
} as const;

export type FlowName = keyof typeof flows;
