import type { ReactNode } from 'react';
import { Heading, type HeadingProps } from './Heading.tsx';
import './FormCard.css';

/** Id of the sentence below the heading. */
export const LEAD_ID = 'screen-lead';

export type FormCardProps = Omit<HeadingProps, 'children'> & {
  heading: ReactNode;
  children: ReactNode;
  /** One sentence below the heading: the purpose of the form, or what happens next. */
  lead?: ReactNode;
  /** A button beside that sentence. */
  leadAction?: ReactNode;
};

/** A screen of one column: heading, one sentence, form. */
export const FormCard = ({ heading, lead, leadAction, children, ...rest }: FormCardProps) => (
  <div className="sheet">
    <Heading {...rest}>{heading}</Heading>
    {lead && (
      <div className="sheet-lead">
        <p id={LEAD_ID}>{lead}</p>
        {leadAction}
      </div>
    )}
    {children}
  </div>
);
