import { type ReactNode, useId, useState } from 'react';
import './Disclosure.css';
import { Icon } from './Icon.tsx';

export type DisclosureProps = {
  title: string;
  /** Stands below the title, open or not. */
  hint?: ReactNode;
  children: ReactNode;
  /** Open from the start. */
  open?: boolean;
  /** Open whatever the person chose, for example because a field inside is wrong. */
  forced?: boolean;
};

/** A section that opens and closes. What was typed inside stays. */
export function Disclosure({ title, hint, children, open = false, forced = false }: DisclosureProps) {
  const [chosen, setChosen] = useState(open);
  const id = useId();
  const isOpen = chosen || forced;
  return (
    <div className="disclosure">
      <button
        type="button"
        className="disclosure-button"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onClick={() => setChosen(!isOpen)}
      >
        <Icon name="chevron" />
        <span>{title}</span>
      </button>
      {hint && (
        <p className="disclosure-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className="disclosure-body" id={id} hidden={!isOpen}>
        {children}
      </div>
    </div>
  );
}
