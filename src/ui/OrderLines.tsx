import type { ReactNode } from 'react';
import './OrderLines.css';

/** One line of an order: label, amount, explanation. */
export type OrderLine = {
  /** Unique within the list. */
  id: string;
  label: ReactNode;
  value: ReactNode;
  /** A second, quieter line, for example the calculation. */
  note?: ReactNode;
  /** 'total' ends a sum; 'due' is what is paid and when. */
  kind?: 'line' | 'total' | 'due';
};

/** The lines of an order, with the amounts aligned in a column. */
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
