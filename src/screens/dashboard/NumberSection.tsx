import { useLingui } from '@lingui/react';
import { useRef } from 'react';
import { formatPhone } from '#domain/phone.ts';
import { mayChange } from '#machines/dashboard/accountRules.ts';
import { Button } from '#ui/Button.tsx';
import { ChildFlow } from '../ChildFlow.tsx';
import { NumberChangePanel } from './NumberChangePanel.tsx';
import { Section } from './Section.tsx';
import type { SectionProps } from './sectionProps.ts';
import { WHY_OFF_ID } from './WhyOff.tsx';

/** §8, §9: the phone number, formatted, and the panel to replace it. */
export function NumberSection({ state, send, account }: SectionProps) {
  const { i18n } = useLingui();
  const opener = useRef<HTMLButtonElement>(null);
  const isOpen = state.matches({ ready: 'changingNumber' });
  const { number } = account;
  return (
    <Section
      title={i18n.t('Phone number')}
      fallbackFocus={opener}
      intro={
        number === null ? (
          <p>{i18n.t("You don't have a number yet.")}</p>
        ) : (
          <p className="dashboard-number figures">
            <bdi dir="ltr">{formatPhone(number)}</bdi>
          </p>
        )
      }
      action={
        mayChange(account) &&
        !isOpen && (
          <Button
            ref={opener}
            variant="secondary"
            enabled={state.can({ type: 'CHANGE_NUMBER' })}
            describedBy={WHY_OFF_ID}
            onPress={() => send({ type: 'CHANGE_NUMBER' })}
          >
            {number === null ? i18n.t('Choose a number') : i18n.t('Change number')}
          </Button>
        )
      }
    >
      {isOpen && <ChildFlow actor={state.children.numberChange} screen={NumberChangePanel} account={account} />}
    </Section>
  );
}
