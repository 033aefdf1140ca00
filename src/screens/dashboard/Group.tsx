import type { ReactNode } from 'react';

/** Sections of the dashboard that belong together, on one sheet; on wide screens its title is beside it. */
export const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="group">
    <h2 className="group-title">{title}</h2>
    <div className="group-sheet">{children}</div>
  </div>
);
