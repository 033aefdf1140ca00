import { useLingui } from '@lingui/react';
import { useSelector } from '@xstate/react';
import type { AnyActorRef } from 'xstate';
import { shownNumber } from '#machines/registration/steps.ts';
import type { Wizard } from '#machines/registration/wizard.ts';
import { ProgressLines } from '#ui/ProgressLines.tsx';

type Props = {
  wizard: Wizard;
  /** The flow of the step, if it may accept Back. */
  step: AnyActorRef | undefined;
};

/** §2: which of the four steps this is, and the way back to the one before, as long as its Back is enabled. */
export function Progress({ wizard, step }: Props) {
  const { i18n } = useLingui();
  const hasBack = useSelector(step, (snapshot) => snapshot?.can({ type: 'BACK' }) ?? false);
  const account = i18n.t('Account');
  const plan = i18n.t('Plan');
  const payment = i18n.t('Payment');
  return (
    <ProgressLines
      step={shownNumber(wizard)}
      names={
        wizard.order === 'verify-first'
          ? [account, i18n.t('Verify'), plan, payment]
          : [account, plan, i18n.t('Number'), payment]
      }
      onBack={hasBack ? () => step?.send({ type: 'BACK' }) : undefined}
    />
  );
}
