import { type ReactNode, useId } from 'react';
import './Disclosure.css';
import { Icon } from './Icon.tsx';

type DisclosureProps = {
  title: string;
  /** Shown below the title, open or closed. */
  hint?: ReactNode;
  children: ReactNode;
  open: boolean;
  onToggle: () => void;
};

/** A section that opens and closes. Input inside is kept; while closed, password managers cannot fill it. */
export function Disclosure({ title, hint, children, open, onToggle }: DisclosureProps) {
  const id = useId();
  return (
    <div className="disclosure">
      <button
        type="button"
        className="disclosure-button"
        aria-expanded={open}
        aria-controls={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onClick={onToggle}
      >
        <Icon name="chevron" />
        <span>{title}</span>
      </button>
      {hint && (
        <p className="disclosure-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <fieldset className="disclosure-body" id={id} aria-label={title} hidden={!open} disabled={!open}>
        {children}
      </fieldset>
    </div>
  );
}
