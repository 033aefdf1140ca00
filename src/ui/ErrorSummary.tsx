import { type MouseEvent, useEffect, useRef } from 'react';
import './ErrorSummary.css';

/** A field with an error: its id, label and message. */
export type FieldProblem = { id: string; label: string; message: string };

export type ErrorSummaryProps = {
  /** For example 'There is a problem'. */
  title: string;
  problems: readonly FieldProblem[];
  /** Counts the attempts to submit: the summary takes the focus when it increases. 0: it never does. */
  attempt?: number;
};

/** All errors of a form, each with a link to its field. Renders nothing if there is none. */
export function ErrorSummary({ title, problems, attempt = 0 }: ErrorSummaryProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (attempt > 0) box.current?.focus();
  }, [attempt]);

  if (problems.length === 0) return null;
  return (
    <section ref={box} className="error-summary" tabIndex={-1} aria-labelledby="error-summary-title">
      <h2 id="error-summary-title">{title}</h2>
      <ul>
        {problems.map(({ id, label, message }) => (
          <li key={id}>
            <a href={`#${id}`} onClick={(event) => focusField(event, id)}>
              {`${label}: ${message}`}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Moves the focus to the field without adding a fragment to the address. */
function focusField(event: MouseEvent, id: string) {
  event.preventDefault();
  const field = document.getElementById(id);
  const control = field?.matches('input, select, textarea, button') ? field : field?.querySelector('input');
  control?.focus();
}
