import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef } from 'react';
import { leavesFields } from './whenLeft.ts';

/** How to read and write the value of a control; `empty` is its value at the first render. */
export type Access<Control, Value> = {
  empty: Value;
  read: (control: Control) => Value;
  write: (control: Control, value: Value) => void;
};

export const textAccess: Access<HTMLInputElement | HTMLSelectElement, string> = {
  empty: '',
  read: (field) => field.value,
  write: (field, value) => {
    field.value = value;
  },
};

export const checkedAccess: Access<HTMLInputElement, boolean> = {
  empty: false,
  read: (box) => box.checked,
  write: (box, checked) => {
    box.checked = checked;
  },
};

type Options<Control, Value> = {
  control: RefObject<Control | null>;
  access: Access<Control, Value>;
  /** The value that the control is to have. */
  value: Value;
  /** Called when the control has another value; `event` is undefined if no event reported it. */
  onEdit: (value: Value, event?: Event) => void;
  /** Identifies the options of a select: when they change, the browser may select another one by itself. */
  options?: string;
};

/** Ignores edits; also while it only counts as disabled, to keep the focus (useOff.ts). */
const isOff = (element: Element) =>
  element.matches(':disabled, [aria-disabled]') || ('readOnly' in element && element.readOnly === true);

/** Events that may bring another value, or precede the next one. */
const events = ['input', 'change', 'keydown', 'blur', 'compositionend'];

/**
 * Keeps a control and its value in sync, in both directions. Used in place of React's controlled inputs, which
 * overwrite on the next render what was entered without an event: typed before hydration, filled in by a password
 * manager, set by a script. Here the control is read before it is written. Render it without `value`; during
 * composition nothing is written.
 */
export function useControl<Control extends HTMLInputElement | HTMLSelectElement | HTMLFieldSetElement, Value>({
  control,
  access,
  value,
  onEdit,
  options = '',
}: Options<Control, Value>) {
  const known = useRef(access.empty);
  const knownOptions = useRef('');
  const isComposing = useRef(false);
  const [, rerender] = useReducer((count: number) => count + 1, 0);

  /** Reports a new value of the control; returns whether there was one. */
  const readControl = useEffectEvent((event?: Event): boolean => {
    const element = control.current;
    if (!element || (event instanceof FocusEvent && leavesFields(event))) return false;
    const found = access.read(element);
    if (found === known.current && event?.type !== 'compositionend') return false;
    if (isOff(element)) {
      access.write(element, known.current);
      return false;
    }
    known.current = found;
    onEdit(found, event);
    // A value that is not accepted must be removed from the control even though nothing else changes.
    rerender();
    return true;
  });

  useLayoutEffect(() => {
    const element = control.current;
    if (!element || isComposing.current) return;
    if (options === knownOptions.current && readControl()) return;
    if (access.read(element) !== value) access.write(element, value);
    known.current = access.read(element);
    knownOptions.current = options;
  });

  useEffect(() => {
    const element = control.current;
    if (!element) return;
    const stop = new AbortController();
    const { signal } = stop;
    element.addEventListener('compositionstart', () => (isComposing.current = true), { signal });
    element.addEventListener('compositionend', () => (isComposing.current = false), { signal });
    for (const type of events) element.addEventListener(type, readControl, { signal });
    element.form?.addEventListener('submit', readControl, { capture: true, signal });
    return () => stop.abort();
  }, [control]);
}
