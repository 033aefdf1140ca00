import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react';
import type { Account } from '#contract/account.ts';
import { ChildFlow } from '../ChildFlow.tsx';
import { PanelSection } from './PanelSection.tsx';
import { PasswordChangePanel } from './PasswordChangePanel.tsx';
import { SecondFactorPanel } from './SecondFactorPanel.tsx';
import type { SectionProps } from './sectionProps.ts';
import { WHY_OFF_ID } from './WhyOff.tsx';

/** Id of the sentence that says why login codes cannot be turned on. */
const PASSWORD_FIRST_ID = 'password-first';

/** The person's own login: second factor (§1) and password. */
export const SecuritySection = (props: SectionProps) => (
  <>
    <SecondFactor {...props} />
    <Password {...props} />
  </>
);

/** Describes the setting: what on and off mean depends on the policy for all logins. */
function settingText({ second_factor, second_factor_policy: policy }: Account): MessageDescriptor {
  if (second_factor) {
    return policy === 'always'
      ? /*i18n*/ { id: 'On: we email you a code every time you log in.' }
      : /*i18n*/ { id: 'On: when you log in on a new device, we email you a code.' };
  }
  if (policy === 'off') return /*i18n*/ { id: 'Off: your password is all you need to log in.' };
  return policy === 'always'
    ? /*i18n*/ { id: 'Off, but we still email you a code every time you log in.' }
    : /*i18n*/ {
        id: 'Off: your password is enough on a device that we know, but we still email you a code when you log in on a new one.',
      };
}

function SecondFactor({ state, send, account }: SectionProps) {
  const { i18n } = useLingui();
  return (
    <PanelSection
      state={state}
      send={send}
      title={i18n.t('Login codes by email')}
      intro={
        <>
          <p>{i18n._(settingText(account))}</p>
          {!account.has_password && (
            <p className="soft" id={PASSWORD_FIRST_ID}>
              {i18n.t('To turn them on, choose a password first.')}
            </p>
          )}
        </>
      }
      event={{ type: 'SWITCH_SECOND_FACTOR' }}
      label={account.second_factor ? i18n.t('Turn off login codes') : i18n.t('Turn on login codes')}
      describedBy={account.has_password ? WHY_OFF_ID : PASSWORD_FIRST_ID}
      isOpen={state.matches({ ready: 'switchingSecondFactor' })}
    >
      <ChildFlow actor={state.children.secondFactor} screen={SecondFactorPanel} email={account.user.email} />
    </PanelSection>
  );
}

function Password({ state, send, account }: SectionProps) {
  const { i18n } = useLingui();
  return (
    <PanelSection
      state={state}
      send={send}
      title={i18n.t('Password')}
      event={{ type: 'CHANGE_PASSWORD' }}
      label={account.has_password ? i18n.t('Change password') : i18n.t('Choose a password')}
      isOpen={state.matches({ ready: 'changingPassword' })}
    >
      <ChildFlow actor={state.children.passwordChange} screen={PasswordChangePanel} email={account.user.email} />
    </PanelSection>
  );
}
