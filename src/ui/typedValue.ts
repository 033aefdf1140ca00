import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react';

/**
 * Takes over what stands in an input although no event told of it: typed before the page was wired, or filled by a
 * browser or manager that fires none. Asked when the field appears, when it is left, and before its form is sent.
 */
export function useTypedValue(
  input: RefObject<HTMLInputElement | null>,
  value: string,
  onChange: (typed: string) => void,
) {
  const takeOver = useEffectEvent(() => {
    const typed = input.current?.value;
    if (typed !== undefined && typed !== value) onChange(typed);
  });

  useLayoutEffect(() => takeOver(), []);

  useEffect(() => {
    const field = input.current;
    const form = field?.form;
    field?.addEventListener('blur', takeOver);
    form?.addEventListener('submit', takeOver, { capture: true });
    return () => {
      field?.removeEventListener('blur', takeOver);
      form?.removeEventListener('submit', takeOver, { capture: true });
    };
  }, [input]);
}
