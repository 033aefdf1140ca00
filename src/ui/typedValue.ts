import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react';

/**
 * Takes over what stands in a field although no event told of it: typed before the page was wired, or filled by a
 * browser or manager that fires none. Asked when the field appears, when it is left, before another field of its form
 * changes (the drawing that follows would empty this one), and before its form is sent.
 */
export function useTypedValue(
  input: RefObject<HTMLInputElement | HTMLSelectElement | null>,
  value: string,
  onChange: (typed: string) => void,
) {
  const takeOver = useEffectEvent(() => {
    const field = input.current;
    if (field && !field.matches(':disabled') && field.value !== value) onChange(field.value);
  });

  useLayoutEffect(() => takeOver(), []);

  useEffect(() => {
    const field = input.current;
    if (!field) return;
    const stop = new AbortController();
    const { signal } = stop;
    const ofAnother = ({ target }: Event) => target !== field && takeOver();
    field.addEventListener('blur', takeOver, { signal });
    field.form?.addEventListener('input', ofAnother, { capture: true, signal });
    field.form?.addEventListener('change', ofAnother, { capture: true, signal });
    field.form?.addEventListener('submit', takeOver, { capture: true, signal });
    return () => stop.abort();
  }, [input]);
}
