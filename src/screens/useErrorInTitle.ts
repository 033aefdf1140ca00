import { useEffect } from 'react';
import { usePage } from './page.ts';

/** Lets the title of the page say whether a field is wrong, for as long as the form is drawn. */
export function useErrorInTitle(isWrong: boolean): void {
  const { setErrorInTitle } = usePage();
  useEffect(() => {
    setErrorInTitle(isWrong);
    return () => setErrorInTitle(false);
  }, [setErrorInTitle, isWrong]);
}
