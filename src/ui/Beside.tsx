import { useLingui } from '@lingui/react';
import { type ReactNode, useId, useState } from 'react';
import './Beside.css';
import { Icon } from './Icon.tsx';

/** The order summary on a sheet of its own. */
export type Summary = {
  title: string;
  /** What stands on the one line that it folds to on a narrow screen, for example 'Due today $0.00'. */
  total: ReactNode;
  /** It says what hinders, so it is never folded away. */
  isUrgent?: boolean;
  children: ReactNode;
};

export type BesideProps = { children: ReactNode; summary: Summary; actions: ReactNode };

/**
 * A form with its order summary. Wide: the summary stands beside the form and stays in view. Narrow: it folds to one
 * line with the total, above the buttons.
 */
export function Beside({ children, summary, actions }: BesideProps) {
  const { i18n } = useLingui();
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="beside">
      <div className="beside-form">{children}</div>
      <section className="beside-summary" aria-labelledby={`${id}-title`}>
        <div className="beside-head">
          <h2 id={`${id}-title`}>{summary.title}</h2>
          <span className="beside-total figures">{summary.total}</span>
          {!summary.isUrgent && (
            <button
              type="button"
              className="button button-quiet beside-fold"
              aria-expanded={open}
              aria-controls={id}
              onClick={() => setOpen(!open)}
            >
              <span>{open ? i18n.t('Hide details') : i18n.t('Show details')}</span>
              <Icon name="chevron" size={16} />
            </button>
          )}
        </div>
        <div id={id} className="beside-body" data-open={open || summary.isUrgent === true}>
          {summary.children}
        </div>
      </section>
      <div className="beside-actions">{actions}</div>
    </div>
  );
}
