import { type ChangeEvent, type ComponentProps, type RefObject, useLayoutEffect, useReducer, useRef } from 'react';
import { applyEdit, caretBehind, type Mask } from './mask.ts';
import { useTypedValue } from './typedValue.ts';

/** Edits that a person makes in the focused field; autofill and scripts say none of these. */
const byHand = new Set(['insertText', 'insertCompositionText', 'insertFromPaste', 'insertFromDrop']);

type MaskedInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'ref' | 'maxLength'> & {
  mask: Mask;
  /** The counting characters only. */
  value: string;
  /** `typed` is true when a person wrote or pasted it into the focused field. */
  onChange: (value: string, typed: boolean) => void;
  ref?: RefObject<HTMLInputElement | null> | undefined;
};

/**
 * An input that shows its value by a mask and keeps the caret where the person has it. While an input method composes,
 * its raw text stands; the mask follows when the composition ends.
 */
export function MaskedInput({ mask, value, onChange, ref, ...rest }: MaskedInputProps) {
  const own = useRef<HTMLInputElement>(null);
  const input = ref ?? own;
  const caret = useRef<number | null>(null);
  const composed = useRef<string | null>(null);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const shown = composed.current ?? mask.show(value);

  useLayoutEffect(() => {
    const field = input.current;
    if (field && caret.current !== null && field.ownerDocument.activeElement === field) {
      const place = caretBehind(mask, shown, caret.current);
      field.setSelectionRange(place, place);
    }
    caret.current = null;
  });

  useTypedValue(input, shown, (typed) => onChange(applyEdit(mask, whole(typed)).value, false));

  const edit = (event: ChangeEvent<HTMLInputElement>) => {
    const field = event.currentTarget;
    const { inputType = '', isComposing = false } = event.nativeEvent as Partial<InputEvent>;
    const next = applyEdit(mask, {
      value,
      shown,
      text: field.value,
      caret: field.selectionStart ?? field.value.length,
      forward: inputType.endsWith('Forward'),
    });
    composed.current = isComposing ? field.value : null;
    caret.current = isComposing ? null : next.at;
    redraw();
    if (next.value !== value) {
      onChange(next.value, byHand.has(inputType) && field.ownerDocument.activeElement === field);
    }
  };

  const endComposition = () => {
    const field = input.current;
    if (composed.current === null || !field) return;
    caret.current = mask.clean(field.value.slice(0, field.selectionStart ?? field.value.length)).length;
    composed.current = null;
    redraw();
  };

  return <input {...rest} ref={input} value={shown} onChange={edit} onCompositionEnd={endComposition} />;
}

/** A text that came as a whole, into an empty field. */
const whole = (text: string) => ({ value: '', shown: '', text, caret: text.length });
