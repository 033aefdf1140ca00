import type { FocusEvent } from 'react';

/**
 * Whether the focus leaves the form's fields, for a link, another button (the submit button checks all fields), or
 * another window. A message that appears then could push the button away from under a press.
 */
export const leavesFields = (goesTo: EventTarget | null): boolean => {
  const isElsewhere = goesTo instanceof Element && goesTo.matches('a, button') && !goesTo.closest('.field');
  return isElsewhere || !document.hasFocus();
};

/** Runs the check of a field when the focus moves to another field. */
export const whenLeft = (check: () => void) => (event: FocusEvent) => {
  if (!leavesFields(event.relatedTarget)) check();
};
