import { type MouseEvent, type ReactNode, type Ref, useState } from 'react';
import './Button.css';
import { WaitingDots } from './WaitingDots.tsx';

/** How much a button asks for attention: one primary a screen, secondary for other ways on, quiet for asides. */
export type ButtonLook = 'primary' | 'secondary' | 'quiet';

export type ButtonProps = {
  children: ReactNode;
  onPress?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
  /** 'submit' sends the form it stands in. */
  type?: 'button' | 'submit';
  look?: ButtonLook;
  /** Whether the flow can take the press now; default true. */
  enabled?: boolean;
  /** Whether an answer is awaited: the button stays in place, is told as busy, and takes no press. */
  busy?: boolean;
  /** Fills the column. */
  wide?: boolean;
  /** A sign before the words. */
  icon?: ReactNode;
  /** Id of a text that says more. */
  describedBy?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
};

/**
 * A button whose words are its accessible name. Off, it is `disabled` for everyone; only while it holds the focus it is
 * merely told as off (`aria-disabled`), for a focused element that is disabled throws the person to the top of the page.
 */
export function Button(props: ButtonProps) {
  const { children, onPress, type = 'button', look = 'primary', enabled = true, busy = false, wide, icon } = props;
  const [focused, setFocused] = useState(false);
  const off = !enabled || busy;

  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (off) event.preventDefault();
    else onPress?.(event);
  };

  return (
    <button
      ref={props.ref}
      type={type}
      className={`button button-${look}${wide ? ' button-wide' : ''}`}
      disabled={!enabled && !busy && !focused}
      aria-disabled={off || undefined}
      aria-busy={busy || undefined}
      aria-describedby={props.describedBy}
      onClick={press}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {icon}
      <span>{children}</span>
      {busy && <WaitingDots />}
    </button>
  );
}
