import { useLingui } from '@lingui/react';
import { formatPhone } from '#domain/phone.ts';
import { mayChange } from '#machines/dashboard/accountRules.ts';
import { ChildFlow } from '../ChildFlow.tsx';
import { NumberChangePanel } from './NumberChangePanel.tsx';
import { PanelSection } from './PanelSection.tsx';
import type { SectionProps } from './sectionProps.ts';

/** §8, §9: the phone number, formatted, and the panel to replace it. */
export function NumberSection({ state, send, account }: SectionProps) {
  const { i18n } = useLingui();
  const { number } = account;
  return (
    <PanelSection
      state={state}
      send={send}
      title={i18n.t('Phone number')}
      intro={
        number === null ? (
          <p>{i18n.t("You don't have a number yet.")}</p>
        ) : (
          <p className="dashboard-number figures">
            <bdi dir="ltr">{formatPhone(number)}</bdi>
          </p>
        )
      }
      event={{ type: 'CHANGE_NUMBER' }}
      label={number === null ? i18n.t('Choose a number') : i18n.t('Change number')}
      isOffered={mayChange(account)}
      isOpen={state.matches({ ready: 'changingNumber' })}
    >
      <ChildFlow actor={state.children.numberChange} screen={NumberChangePanel} account={account} />
    </PanelSection>
  );
}
