import { Trans, useLingui } from '@lingui/react';
import { type RefObject, useEffect, useId, useRef } from 'react';
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
  /** Counts the codes that were sent on request. */
  sent: number;
  /** Takes the new code, and with it the focus that the button has. */
  field: RefObject<HTMLInputElement | null>;
};

/** 'Resend code', and until it can be pressed why not, in words. */
export function ResendButton({ deadline, now, enabled, busy, onPress, sent, field }: ResendButtonProps) {
  const { i18n } = useLingui();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const isWaiting = now > 0 && deadline > now;

  useEffect(() => {
    // A person who has gone on to something else meanwhile stays there; some browsers give no focus to a pressed button.
    const { activeElement } = document;
    if (sent > 0 && (activeElement === button.current || activeElement === document.body)) field.current?.focus();
  }, [sent, field]);

  return (
    <Row>
      <Button
        ref={button}
        variant="quiet"
        enabled={enabled}
        busy={busy}
        onPress={onPress}
        describedBy={isWaiting ? id : undefined}
      >
        {i18n.t('Resend code')}
      </Button>
      {isWaiting && (
        <span id={id} className="small soft">
          <Trans
            id="You can resend the code in {time}."
            values={{ time: <Countdown deadline={deadline} now={now} /> }}
          />
        </span>
      )}
    </Row>
  );
}
