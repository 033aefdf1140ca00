import { Trans, useLingui } from '@lingui/react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Countdown } from '#ui/Countdown.tsx';
import { Row } from '#ui/Stack.tsx';

type ResendButtonProps = {
  /** When a new code may be requested, and the current time, in ms since the epoch. `now` is 0 until it is known. */
  deadline: number;
  now: number;
  /** Whether the flow can resend now. */
  enabled: boolean;
  busy: boolean;
  onPress: () => void;
  /** How many codes were sent on request. */
  sent: number;
  /** The field for the new code; it takes the focus from the button. */
  field: RefObject<HTMLInputElement | null>;
};

/** 'Resend code', with the reason while it is disabled. */
export function ResendButton({ deadline, now, enabled, busy, onPress, sent, field }: ResendButtonProps) {
  const { i18n } = useLingui();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const isWaiting = now > 0 && deadline > now;
  // Once it was shown, the wait keeps its line, so that what is below stays in its place when it is over.
  const [hasWaited, setHasWaited] = useState(isWaiting);
  if (isWaiting && !hasWaited) setHasWaited(true);

  useEffect(() => {
    // The focus stays where the person has moved it meanwhile. Some browsers do not focus a pressed button.
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
      {hasWaited && (
        <span id={id} className="small soft" style={{ visibility: isWaiting ? undefined : 'hidden' }}>
          <Trans
            id="You can resend the code in {time}."
            values={{ time: <Countdown deadline={deadline} now={now} /> }}
          />
        </span>
      )}
    </Row>
  );
}
