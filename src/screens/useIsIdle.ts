import { useEffect, useState } from 'react';
import { usePage } from './page.ts';

/** Whether the first screen works already; what is less urgent is loaded and rendered only then. */
export function useIsIdle(): boolean {
  const { whenIdle } = usePage();
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    const begin = () => setIsIdle(true);
    if (whenIdle) whenIdle(begin);
    else begin();
  }, [whenIdle]);
  return isIdle;
}
