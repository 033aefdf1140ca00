import { useEffect } from 'react';
import { usePage } from './page.ts';

/** Makes the title of the page say whether a field has an error, while the form is rendered. */
export function useErrorInTitle(isWrong: boolean): void {
  const { setErrorInTitle } = usePage();
  useEffect(() => {
    setErrorInTitle(isWrong);
    return () => setErrorInTitle(false);
  }, [setErrorInTitle, isWrong]);
}
