import type { MouseEvent } from 'react';

/** Whether a click follows a link in this tab: with a modifier key, the browser opens it elsewhere. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
