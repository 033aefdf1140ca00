import { useEffect } from 'react';
import { usePage } from './page.ts';

/** Lets the title of the page say whether a field is wrong, for as long as the form is drawn. */
export function useTellWrong(isWrong: boolean): void {
  const { tellWrong } = usePage();
  useEffect(() => {
    tellWrong(isWrong);
    return () => tellWrong(false);
  }, [tellWrong, isWrong]);
}
