import type { ReactNode } from 'react';

/** A place that tells what just happened; drawn from the start, empty until there is something to say. */
export const StatusRegion = ({ children, hidden = false }: { children?: ReactNode; hidden?: boolean }) => (
  <div role="status" className={hidden ? 'visually-hidden' : undefined}>
    {children}
  </div>
);
