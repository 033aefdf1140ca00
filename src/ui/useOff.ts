import { useState } from 'react';

/**
 * Attributes of a control that may be disabled: `disabled`, but only `aria-disabled` while it has the focus, because
 * disabling a focused element moves the focus to the top of the page. Its handlers must then do nothing.
 */
export function useOff(isOff: boolean) {
  const [isFocused, setIsFocused] = useState(false);
  return {
    disabled: isOff && !isFocused,
    'aria-disabled': isOff || undefined,
    onFocus: () => setIsFocused(true),
    onBlur: () => setIsFocused(false),
  };
}
