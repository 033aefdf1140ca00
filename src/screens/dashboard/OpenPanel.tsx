import { type ReactNode, useEffect, useRef } from 'react';
import { useErrorInTitle } from '../useErrorInTitle.ts';

type Props = {
  title: string;
  children: ReactNode;
  /** Whether a field of the panel has an error; the title of the page says so. */
  isWrong?: boolean;
};

/** The open panel of a section, one at a time; its title takes the focus. */
export function OpenPanel({ title, isWrong = false, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useErrorInTitle(isWrong);

  return (
    <div className="open-panel">
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      {children}
    </div>
  );
}
