import { useLingui } from '@lingui/react';
import { type ReactNode, useId, useState } from 'react';
import './SummaryLayout.css';
import { Icon } from './Icon.tsx';

/** The order summary, on its own surface. */
export type SummaryContent = {
  title: string;
  /** The one line shown when it is folded on a narrow screen, for example 'Due today $0.00'. */
  total: ReactNode;
  /** Whether the summary shows a problem; then it is never folded. */
  isUrgent?: boolean;
  children: ReactNode;
};

type SummaryLayoutProps = { children: ReactNode; summary: SummaryContent; actions: ReactNode };

/**
 * A form with its order summary. Wide: the summary is beside the form and stays in view. Narrow: it is folded to one
 * line with the total, above the buttons.
 */
export function SummaryLayout({ children, summary, actions }: SummaryLayoutProps) {
  const { i18n } = useLingui();
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="summary-layout">
      <div className="summary-layout-form">{children}</div>
      <section className="summary-layout-summary" aria-labelledby={`${id}-title`}>
        <div className="summary-layout-head">
          <h2 id={`${id}-title`} tabIndex={-1}>
            {summary.title}
          </h2>
          <span className="summary-layout-total figures">{summary.total}</span>
          {!summary.isUrgent && (
            <button
              type="button"
              className="button button-quiet summary-layout-fold"
              aria-expanded={open}
              aria-controls={id}
              onClick={() => setOpen(!open)}
            >
              <span>{open ? i18n.t('Hide details') : i18n.t('Show details')}</span>
              <Icon name="chevron" size={1} />
            </button>
          )}
        </div>
        <div id={id} className="summary-layout-body" data-open={open || summary.isUrgent === true}>
          {summary.children}
        </div>
      </section>
      <div className="summary-layout-actions">{actions}</div>
    </div>
  );
}
