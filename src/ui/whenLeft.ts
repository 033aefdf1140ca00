import type { FocusEvent } from 'react';

/**
 * F3: carries out the check of a field that was left, but not when focus goes to a link or a button that leads elsewhere
 * (or sends the form, which checks all), or to another window: a message that pushes a button away under a press
 * would make the press miss.
 */
export const whenLeft = (check: () => void) => (event: FocusEvent) => {
  const target = event.relatedTarget;
  const goesElsewhere = target instanceof Element && target.matches('a, button') && !target.closest('.field');
  if (document.hasFocus() && !goesElsewhere) check();
};
