import type { MouseEvent, ReactNode, Ref } from 'react';
import './Button.css';
import { useOff } from './useOff.ts';
import { WaitingDots } from './WaitingDots.tsx';

/** How much a button asks for attention: one primary a screen, secondary for other ways on, quiet for asides. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet';

export type ButtonProps = {
  children: ReactNode;
  onPress?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
  /** 'submit' sends the form it stands in. */
  type?: 'button' | 'submit';
  variant?: ButtonVariant;
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

/** A button whose words are its accessible name. Off or busy, it keeps the focus and takes no press. */
export function Button(props: ButtonProps) {
  const { children, onPress, type = 'button', variant = 'primary', enabled = true, busy = false, wide, icon } = props;
  const off = !enabled || busy;
  const { disabled, ...attributes } = useOff(off);

  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (off) event.preventDefault();
    else onPress?.(event);
  };

  return (
    <button
      ref={props.ref}
      type={type}
      className={`button button-${variant}${wide ? ' button-wide' : ''}`}
      {...attributes}
      disabled={disabled && !busy}
      aria-busy={busy || undefined}
      aria-describedby={props.describedBy}
      onClick={press}
    >
      {icon}
      <span>{children}</span>
      {busy && <WaitingDots />}
    </button>
  );
}
