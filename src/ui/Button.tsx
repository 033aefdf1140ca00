import type { MouseEvent, ReactNode, Ref } from 'react';
import './Button.css';
import { useOff } from './useOff.ts';
import { WaitingDots } from './WaitingDots.tsx';

/** Visual weight: one primary button a screen, secondary for alternatives, quiet for minor actions. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet';

type ButtonProps = {
  children: ReactNode;
  onPress?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
  /** 'submit' submits the enclosing form. */
  type?: 'button' | 'submit';
  variant?: ButtonVariant;
  /** The press ends or removes something: the colour of danger, in every variant. */
  danger?: boolean;
  /** Whether the flow accepts the press now; default true. */
  enabled?: boolean;
  /** Whether a request is pending: the button keeps its size, is announced as busy, and ignores presses. */
  busy?: boolean;
  /** Fills the column. */
  wide?: boolean;
  /** An icon before the label. */
  icon?: ReactNode;
  /** Id of an element that describes the button. */
  describedBy?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
};

/** A button whose label is its accessible name. While disabled or busy it keeps the focus and ignores presses. */
export function Button(props: ButtonProps) {
  const {
    children,
    onPress,
    type = 'button',
    variant = 'primary',
    enabled = true,
    busy = false,
    wide,
    danger,
    icon,
  } = props;
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
      className={`button button-${variant}${wide ? ' button-wide' : ''}${danger ? ' button-danger' : ''}`}
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
