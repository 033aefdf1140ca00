import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import './Stack.css';

export type StackProps = { children: ReactNode; gap?: 'small' | 'medium' | 'large' };

/** Things below each other. */
export const Stack = ({ children, gap = 'medium' }: StackProps) => (
  <div className={`stack stack-${gap}`}>{children}</div>
);

/** Things beside each other that wrap: buttons that go back and on. */
export const Row = ({ children }: { children: ReactNode }) => <div className="row">{children}</div>;

export type FormStackProps = StackProps & { onSubmit: () => void; busy?: boolean };

/**
 * A form below each other. Checks and words are ours; unwired, it posts, so that nothing typed reaches the address.
 * What is wrong when it is sent, or when the answer comes, takes the focus.
 */
export function FormStack({ children, gap = 'medium', onSubmit, busy = false }: FormStackProps) {
  const form = useRef<HTMLFormElement>(null);
  const wasBusy = useRef(false);
  const focusFirstWrong = () => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    flushSync(onSubmit);
    focusFirstWrong();
  };
  useEffect(() => {
    if (wasBusy.current && !busy) focusFirstWrong();
    wasBusy.current = busy;
  });
  return (
    <form
      ref={form}
      className={`stack stack-${gap}`}
      method="post"
      noValidate
      aria-busy={busy || undefined}
      onSubmit={submit}
    >
      {children}
    </form>
  );
}
