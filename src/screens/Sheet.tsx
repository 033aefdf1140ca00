import type { ReactNode } from 'react';
import { Heading } from './Heading.tsx';
import './Sheet.css';

export type SheetProps = {
  heading: ReactNode;
  children: ReactNode;
  /** One sentence below the heading: what this is for, what happens next. */
  lead?: ReactNode;
  isWrong?: boolean;
};

/** A screen of one column: its heading, what it is for, and what it asks. */
export const Sheet = ({ heading, lead, isWrong = false, children }: SheetProps) => (
  <div className="sheet">
    <Heading isWrong={isWrong}>{heading}</Heading>
    {lead && <p className="sheet-lead">{lead}</p>}
    {children}
  </div>
);
