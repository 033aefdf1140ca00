import { useState } from 'react';

/**
 * Attributes of a control that may be off: `disabled` for everyone; only while it holds the focus it is merely told as
 * off, for a focused element that is disabled throws the person to the top of the page. What is then done to it must
 * come to nothing.
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
