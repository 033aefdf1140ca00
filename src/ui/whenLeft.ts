import type { FocusEvent } from 'react';

type Leaving = { relatedTarget: EventTarget | null };

/** What takes the focus. Safari focuses no link and no button that is pressed, so the event names none. */
export const focusTarget = ({ relatedTarget }: Leaving): Element | null =>
  relatedTarget instanceof Element ? relatedTarget : document.querySelector('a:active, button:active');

/**
 * Whether the focus leaves the form's fields, for a link, another button (the submit button checks all fields), or
 * another window. A message that appears then could push the button away from under a press.
 */
export const leavesFields = (event: Leaving): boolean => {
  const target = focusTarget(event);
  const isElsewhere = target?.matches('a, button') && !target.closest('.field');
  return isElsewhere || !document.hasFocus();
};

/** Runs the check of a field when the focus moves to another field. */
export const whenLeft = (check: () => void) => (event: FocusEvent) => {
  if (!leavesFields(event)) check();
};
