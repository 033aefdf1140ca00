import { Trans, useLingui } from '@lingui/react';
import { useId } from 'react';
import { Button } from '#ui/Button.tsx';
import { Countdown } from '#ui/Countdown.tsx';
import { Row } from '#ui/Stack.tsx';

export type ResendButtonProps = {
  /** From when a new code may be asked for, and the time now; ms since the epoch, now is 0 until it is known. */
  deadline: number;
  now: number;
  /** Whether the flow can resend now. */
  enabled: boolean;
  busy: boolean;
  onPress: () => void;
};

/** 'Resend code', and until it can be pressed why not, in words. */
export function ResendButton({ deadline, now, enabled, busy, onPress }: ResendButtonProps) {
  const { i18n } = useLingui();
  const id = useId();
  const isWaiting = now > 0 && deadline > now;
  return (
    <Row>
      <Button look="quiet" enabled={enabled} busy={busy} onPress={onPress} describedBy={isWaiting ? id : undefined}>
        {i18n.t('Resend code')}
      </Button>
      {isWaiting && (
        <span id={id} className="small soft">
          <Trans
            id="A new code can be sent in {time}."
            values={{ time: <Countdown deadline={deadline} now={now} /> }}
          />
        </span>
      )}
    </Row>
  );
}
