import { type ReactNode, useId } from 'react';
import './Panel.css';

export type PanelProps = { title?: string; children: ReactNode; look?: 'sheet' | 'plain' };

/** A part of a page with a heading of its own: on a sheet, or plain on the paper. */
export function Panel({ title, children, look = 'sheet' }: PanelProps) {
  const id = useId();
  return (
    <section className={`panel panel-${look}`} aria-labelledby={title ? id : undefined}>
      {title && <h2 id={id}>{title}</h2>}
      {children}
    </section>
  );
}
