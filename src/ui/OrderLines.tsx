import type { ReactNode } from 'react';
import './OrderLines.css';

/** One line of an order: what, how much, and why. */
export type OrderLine = {
  /** Stable within the list. */
  id: string;
  label: ReactNode;
  value: ReactNode;
  /** A second, quieter line, for example the arithmetic. */
  note?: ReactNode;
  /** 'total' closes a sum, 'due' is what the person pays and when. */
  kind?: 'line' | 'total' | 'due';
};

/** A bill: each line leads the eye from the words to the figure, figures stand under each other. */
export const OrderLines = ({ lines }: { lines: readonly OrderLine[] }) => (
  <dl className="order-lines figures">
    {lines.map(({ id, label, value, note, kind = 'line' }) => (
      <div key={id} className={`order-line order-line-${kind}`}>
        <dt>{label}</dt>
        <dd>{value}</dd>
        {note && <dd className="order-note">{note}</dd>}
      </div>
    ))}
  </dl>
);
