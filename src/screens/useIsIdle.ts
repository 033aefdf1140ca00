import { useEffect, useState } from 'react';
import { usePage } from './page.ts';

/** False until the first screen works: then what only adds to it is rendered, and its chunk requested. */
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
