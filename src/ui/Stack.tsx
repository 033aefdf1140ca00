import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import './Stack.css';

type StackProps = { children: ReactNode; gap?: 'small' | 'medium' | 'large' };

/** Children below each other. */
export const Stack = ({ children, gap = 'medium' }: StackProps) => (
  <div className={`stack stack-${gap}`}>{children}</div>
);

/** Children beside each other, wrapping: for example the buttons Back and Continue. */
export const Row = ({ children }: { children: ReactNode }) => <div className="row">{children}</div>;

type FormStackProps = StackProps & { onSubmit: () => void; busy?: boolean };

/**
 * A form with its children below each other, without native validation. Before hydration it would submit by POST, so
 * that no input reaches the URL. The first field with an error takes the focus after a submit or its response.
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

/** Two short fields side by side, where there is room. */
export const FieldPair = ({ children }: { children: ReactNode }) => <div className="field-pair">{children}</div>;
