import { useLingui } from '@lingui/react';
import { formatTrialDate } from '#domain/calendar.ts';
import type { cancellationMachine } from '#machines/dashboard/cancellation.machine.ts';
import { Button } from '#ui/Button.tsx';
import { Row } from '#ui/Stack.tsx';
import { usePage } from '../page.ts';
import type { ScreenProps } from '../screenProps.ts';
import { OpenPanel } from './OpenPanel.tsx';

type Props = ScreenProps<typeof cancellationMachine> & {
  /** The day of the first charge, 'YYYY-MM-DD'. */
  endsOn: string;
};

/** §1: cancelled at any time: what happens, in plain words, before it does. Undoing needs no question. */
export function CancellationPanel({ state, send, endsOn }: Props) {
  const { i18n } = useLingui();
  const { language } = usePage();
  const isCancelling = state.matches('cancelling');
  if (!state.matches('confirming') && !isCancelling) return null;
  return (
    <OpenPanel title={i18n.t('Cancel the trial?')}>
      <p>
        {i18n._('You will not be charged, now or later. If you change your mind, you can undo this before {date}.', {
          date: formatTrialDate(endsOn, language),
        })}
      </p>
      <Row>
        <Button enabled={state.can({ type: 'CONFIRM' })} busy={isCancelling} onPress={() => send({ type: 'CONFIRM' })}>
          {i18n.t('Cancel the trial')}
        </Button>
        <Button look="secondary" enabled={state.can({ type: 'CLOSE' })} onPress={() => send({ type: 'CLOSE' })}>
          {i18n.t('Keep the trial')}
        </Button>
      </Row>
    </OpenPanel>
  );
}
