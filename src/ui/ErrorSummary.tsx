import { type MouseEvent, useEffect, useRef } from 'react';
import './ErrorSummary.css';

/** A field that is wrong: its id, its label and what is wrong. */
export type FieldProblem = { id: string; label: string; message: string };

export type ErrorSummaryProps = {
  /** For example 'There is a problem'. */
  title: string;
  problems: readonly FieldProblem[];
  /** Counts the attempts to send: the summary takes the focus when it grows. 0 never does. */
  attempt?: number;
};

/** All that is wrong with a form, each line leading to its field. Draws nothing while nothing is wrong. */
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

/** To the field itself, without a mark in the address. */
function focusField(event: MouseEvent, id: string) {
  event.preventDefault();
  const field = document.getElementById(id);
  const control = field?.matches('input, select, textarea, button') ? field : field?.querySelector('input');
  control?.focus();
}
