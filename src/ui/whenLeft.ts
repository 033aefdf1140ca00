import type { FocusEvent } from 'react';

/**
 * Whether the focus leaves the form's fields, for a link, a button that leads elsewhere (or sends the form, which
 * checks all), or another window: a message that pushes a button away under a press would make the press miss.
 */
export const leavesFields = (goesTo: EventTarget | null): boolean => {
  const isElsewhere = goesTo instanceof Element && goesTo.matches('a, button') && !goesTo.closest('.field');
  return isElsewhere || !document.hasFocus();
};

/** Carries out the check of a field that was left for another one. */
export const whenLeft = (check: () => void) => (event: FocusEvent) => {
  if (!leavesFields(event.relatedTarget)) check();
};
