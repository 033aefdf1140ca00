import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { usePage } from './page.ts';
import { useErrorInTitle } from './useErrorInTitle.ts';

/** Id of the heading of a screen: there is one. */
export const HEADING_ID = 'screen-heading';

export type HeadingProps = {
  children: ReactNode;
  /** Whether a field of the screen is wrong. */
  isWrong?: boolean;
  /** The field that is all there is to do: it takes the focus if it can, and says the heading by `describedBy`. */
  field?: RefObject<HTMLInputElement | null>;
};

/** The heading of a screen or of a step: it takes the focus when it appears, so that a move is noticed by everyone. */
export function Heading({ children, isWrong = false, field }: HeadingProps) {
  const { showHeading } = usePage();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    const control = field?.current ?? null;
    if (heading.current) showHeading(heading.current, control?.matches(':enabled') ? control : null);
  }, [showHeading, field]);
  useErrorInTitle(isWrong);

  return (
    <h1 ref={heading} id={HEADING_ID} tabIndex={-1}>
      {children}
    </h1>
  );
}
