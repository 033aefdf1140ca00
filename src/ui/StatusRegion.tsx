import type { ReactNode } from 'react';

/** A live region for what has just happened; rendered from the start, empty until there is a message. */
export const StatusRegion = ({ children, hidden = false }: { children?: ReactNode; hidden?: boolean }) => (
  <div role="status" className={hidden ? 'visually-hidden' : undefined}>
    {children}
  </div>
);
