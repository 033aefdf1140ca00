import type { FormEvent, ReactNode, Ref } from 'react';
import './Stack.css';

export type StackProps = { children: ReactNode; gap?: 'small' | 'medium' | 'large' };

/** Things below each other. */
export const Stack = ({ children, gap = 'medium' }: StackProps) => (
  <div className={`stack stack-${gap}`}>{children}</div>
);

/** Things beside each other that wrap: buttons that go back and on. */
export const Row = ({ children }: { children: ReactNode }) => <div className="row">{children}</div>;

export type FormStackProps = StackProps & { onSubmit: () => void; busy?: boolean; ref?: Ref<HTMLFormElement> };

/** A form below each other. Checks and words are ours; unwired, it posts, so that nothing typed reaches the address. */
export function FormStack({ children, gap = 'medium', onSubmit, busy, ref }: FormStackProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form
      ref={ref}
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
