import { type ReactNode, useEffect, useRef } from 'react';
import type { Notice } from '#domain/notice.ts';
import { useErrorInTitle } from '../useErrorInTitle.ts';
import { Problem } from './Problem.tsx';

type Props = {
  title: ReactNode;
  children: ReactNode;
  /** Whether a field of the panel has an error; the title of the page says so. */
  isWrong?: boolean;
  /** Whether confirming ends or removes something. */
  danger?: boolean;
  problem?: Notice | null;
};

/** The open panel of a section, one at a time; its title takes the focus, and the whole of it comes into view. */
export function OpenPanel({ title, isWrong = false, danger = false, problem = null, children }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    const { current } = panel;
    const isTall = (current?.offsetHeight ?? 0) > innerHeight;
    current?.scrollIntoView?.({ block: isTall ? 'start' : 'nearest' });
  }, []);
  useErrorInTitle(isWrong);

  return (
    <div ref={panel} className={danger ? 'open-panel open-panel-danger' : 'open-panel'}>
      <h4 ref={heading} tabIndex={-1}>
        {title}
      </h4>
      <Problem notice={problem} />
      {children}
    </div>
  );
}
