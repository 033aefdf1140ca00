import { type ReactNode, useEffect, useRef } from 'react';
import { usePage } from './page.ts';
import { useTellWrong } from './tellWrong.ts';

export type HeadingProps = {
  children: ReactNode;
  /** Whether a field of the screen is wrong. */
  isWrong?: boolean;
};

/** The heading of a screen or of a step: it takes the focus when it appears, so that a move is noticed by everyone. */
export function Heading({ children, isWrong = false }: HeadingProps) {
  const { showHeading } = usePage();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (heading.current) showHeading(heading.current);
  }, [showHeading]);
  useTellWrong(isWrong);

  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
