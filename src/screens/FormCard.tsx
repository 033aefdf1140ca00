import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Heading, type HeadingProps } from './Heading.tsx';
import { usePage } from './page.ts';
import { useIsHydrated } from './useIsHydrated.ts';
import './FormCard.css';

/** Id of the sentence below the heading. */
export const LEAD_ID = 'screen-lead';

type FormCardProps = Omit<HeadingProps, 'children'> & {
  heading: ReactNode;
  children: ReactNode;
  /** One sentence below the heading: the purpose of the form, or what happens next. */
  lead?: ReactNode;
  /** A button beside that sentence. */
  leadAction?: ReactNode;
  /** Whether a message about the page may take the place of that sentence. */
  isReplaceable?: boolean;
};

/** A screen of one column: heading, one sentence, messages about the page, form. */
export function FormCard({ heading, lead, leadAction, isReplaceable = false, children, ...rest }: FormCardProps) {
  // What is prerendered is on the page already, so it is not animated in.
  const [isEntering] = useState(useIsHydrated());
  return (
    <div className="sheet" data-entering={isEntering || undefined} data-replaceable={isReplaceable || undefined}>
      <Heading {...rest}>{heading}</Heading>
      <Notices />
      {lead && (
        <div className="sheet-lead">
          <p id={LEAD_ID}>{lead}</p>
          {leadAction}
        </div>
      )}
      {children}
    </div>
  );
}

/** The place of the messages: above the fields that they are about. */
function Notices() {
  const { placeNotices } = usePage();
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    placeNotices?.(place.current);
    return () => placeNotices?.(null);
  }, [placeNotices]);
  return <div ref={place} className="sheet-notices" />;
}
