import { Trans, useLingui } from '@lingui/react';
import type { Account } from '#contract/account.ts';
import type { cancellationMachine } from '#machines/dashboard/cancellation.machine.ts';
import { Button } from '#ui/Button.tsx';
import { Row } from '#ui/Stack.tsx';
import type { ScreenProps } from '../screenProps.ts';
import { useOrderFormats } from '../useOrderFormats.tsx';
import { OpenPanel } from './OpenPanel.tsx';

type Props = ScreenProps<typeof cancellationMachine> & {
  account: Pick<Account, 'trial_ends_on' | 'paid_until' | 'currency'>;
};

/**
 * §1: cancellation, possible at any time: shows the consequences before it is confirmed. Undoing needs no confirmation.
 */
export function CancellationPanel({ state, send, account: { trial_ends_on, paid_until, currency } }: Props) {
  const { i18n } = useLingui();
  const { date } = useOrderFormats(currency);
  const isCancelling = state.matches('cancelling');
  const isTrial = paid_until === null;
  if (!state.matches('confirming') && !isCancelling) return null;
  return (
    <OpenPanel
      danger
      problem={state.context.problem}
      title={isTrial ? i18n.t('Cancel your trial?') : i18n.t('Cancel your subscription?')}
    >
      <p>
        {isTrial ? (
          <Trans
            id="You can keep using your service until {date}, and you won't be charged. If you change your mind, you can undo this before then."
            values={{ date: date(trial_ends_on) }}
          />
        ) : (
          <Trans
            id="It then ends on {date}, the last day you've paid for, and you won't be charged after that. You can undo this until then."
            values={{ date: date(paid_until) }}
          />
        )}
      </p>
      <Row>
        <Button
          danger
          enabled={state.can({ type: 'CONFIRM' })}
          busy={isCancelling}
          onPress={() => send({ type: 'CONFIRM' })}
        >
          {isTrial ? i18n.t('Cancel trial') : i18n.t('Cancel subscription')}
        </Button>
        <Button variant="secondary" enabled={state.can({ type: 'CLOSE' })} onPress={() => send({ type: 'CLOSE' })}>
          {isTrial ? i18n.t('Keep trial') : i18n.t('Keep subscription')}
        </Button>
      </Row>
    </OpenPanel>
  );
}
