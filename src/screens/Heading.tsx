import { type ReactNode, useEffect, useRef } from 'react';
import { usePage } from './page.ts';

export type HeadingProps = {
  children: ReactNode;
  /** Whether a field of the screen is wrong. */
  isWrong?: boolean;
};

/** The heading of a screen or of a step: it takes the focus when it appears, so that a move is noticed by everyone. */
export function Heading({ children, isWrong = false }: HeadingProps) {
  const { showHeading, tellWrong } = usePage();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (heading.current) showHeading(heading.current);
  }, [showHeading]);

  useEffect(() => {
    tellWrong(isWrong);
    return () => tellWrong(false);
  }, [tellWrong, isWrong]);

  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
