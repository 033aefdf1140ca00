import { type ReactNode, useId } from 'react';
import './Panel.css';

type PanelProps = {
  title: string;
  children: ReactNode;
  variant?: 'sheet' | 'plain';
};

/** A part of a page with its own heading, with or without a surface. The heading can take the focus (Note.tsx). */
export function Panel({ title, children, variant = 'sheet' }: PanelProps) {
  const id = useId();
  return (
    <section className={`panel panel-${variant}`} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}
