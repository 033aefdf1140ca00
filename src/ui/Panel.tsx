import { type ReactNode, type Ref, useId } from 'react';
import './Panel.css';

export type PanelProps = {
  title?: string;
  children: ReactNode;
  variant?: 'sheet' | 'plain';
  /** Ref to the heading, for moving the focus to it. */
  headingRef?: Ref<HTMLHeadingElement>;
};

/** A part of a page with its own heading, with or without a surface. */
export function Panel({ title, children, variant = 'sheet', headingRef }: PanelProps) {
  const id = useId();
  return (
    <section className={`panel panel-${variant}`} aria-labelledby={title ? id : undefined}>
      {title && (
        <h2 id={id} ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
          {title}
        </h2>
      )}
      {children}
    </section>
  );
}
