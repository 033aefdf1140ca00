import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { useRef } from 'react';
import type { Account } from '#contract/account.ts';
import { Button } from '#ui/Button.tsx';
import { ChildFlow } from '../ChildFlow.tsx';
import { PasswordChangePanel } from './PasswordChangePanel.tsx';
import { SecondFactorPanel } from './SecondFactorPanel.tsx';
import { Section } from './Section.tsx';
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
  const opener = useRef<HTMLButtonElement>(null);
  const isOpen = state.matches({ ready: 'switchingSecondFactor' });
  return (
    <Section
      title={i18n.t('Login codes by email')}
      fallbackFocus={opener}
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
      action={
        !isOpen && (
          <Button
            ref={opener}
            variant="secondary"
            enabled={state.can({ type: 'SWITCH_SECOND_FACTOR' })}
            describedBy={account.has_password ? WHY_OFF_ID : PASSWORD_FIRST_ID}
            onPress={() => send({ type: 'SWITCH_SECOND_FACTOR' })}
          >
            {account.second_factor ? i18n.t('Turn off login codes') : i18n.t('Turn on login codes')}
          </Button>
        )
      }
    >
      {isOpen && (
        <ChildFlow actor={state.children.secondFactor} screen={SecondFactorPanel} email={account.user.email} />
      )}
    </Section>
  );
}

function Password({ state, send, account }: SectionProps) {
  const { i18n } = useLingui();
  const opener = useRef<HTMLButtonElement>(null);
  const isOpen = state.matches({ ready: 'changingPassword' });
  return (
    <Section
      title={i18n.t('Password')}
      fallbackFocus={opener}
      action={
        !isOpen && (
          <Button
            ref={opener}
            variant="secondary"
            enabled={state.can({ type: 'CHANGE_PASSWORD' })}
            describedBy={WHY_OFF_ID}
            onPress={() => send({ type: 'CHANGE_PASSWORD' })}
          >
            {account.has_password ? i18n.t('Change password') : i18n.t('Choose a password')}
          </Button>
        )
      }
    >
      {isOpen && (
        <ChildFlow actor={state.children.passwordChange} screen={PasswordChangePanel} email={account.user.email} />
      )}
    </Section>
  );
}
