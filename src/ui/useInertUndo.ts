import { type RefObject, useEffect } from 'react';

/**
 * Undo and redo do nothing in an input whose text we write ourselves: the browser knows only the edits that it made, and
 * would put together a text that never stood there.
 */
export function useInertUndo(input: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const refuse = (event: InputEvent) => {
      if (event.inputType.startsWith('history')) event.preventDefault();
    };
    const field = input.current;
    field?.addEventListener('beforeinput', refuse);
    return () => field?.removeEventListener('beforeinput', refuse);
  }, [input]);
}
