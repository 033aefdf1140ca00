import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { usePage } from './page.ts';
import { useErrorInTitle } from './useErrorInTitle.ts';

/** Id of the heading; each screen has one. */
export const HEADING_ID = 'screen-heading';

export type HeadingProps = {
  children: ReactNode;
  /** Whether a field of the screen has an error. */
  isWrong?: boolean;
  /** The only field of the screen. It takes the focus in place of the heading, which it names by `describedBy`. */
  field?: RefObject<HTMLInputElement | null>;
};

/** The heading of a screen or step. It takes the focus when it appears, so that screen readers announce the change. */
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
