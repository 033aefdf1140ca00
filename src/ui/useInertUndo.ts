import { type RefObject, useEffect } from 'react';

/**
 * Disables undo and redo in an input whose text we write ourselves: the browser undoes only its own edits and would
 * produce a text that was never there.
 */
export function useInertUndo(input: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const prevent = (event: InputEvent) => {
      if (event.inputType.startsWith('history')) event.preventDefault();
    };
    const field = input.current;
    field?.addEventListener('beforeinput', prevent);
    return () => field?.removeEventListener('beforeinput', prevent);
  }, [input]);
}
