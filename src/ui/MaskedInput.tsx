import { type ComponentProps, type RefObject, useLayoutEffect, useRef } from 'react';
import { applyEdit, caretAfter, fillIn, type Mask } from './mask.ts';
import { textAccess, useControl } from './useControl.ts';
import { useInertUndo } from './useInertUndo.ts';

/** Input types of edits in the focused field. */
const writes = new Set(['insertText', 'insertCompositionText', 'insertFromPaste', 'insertFromDrop']);

/**
 * Whether a person edits the text. Browsers, password managers and scripts set a whole value with no input type, or
 * with this one.
 */
const isByHand = (inputType: string) => inputType !== '' && inputType !== 'insertReplacementText';

type MaskedInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'ref' | 'maxLength'> & {
  mask: Mask;
  /** The value without separators. */
  value: string;
  /** `isTyped`: whether a person typed or pasted it into the focused field. */
  onChange: (value: string, isTyped: boolean) => void;
  ref?: RefObject<HTMLInputElement | null> | undefined;
};

/**
 * An input that shows its value through a mask and keeps the caret in place. During composition the raw text is shown;
 * the mask is applied when the composition ends.
 */
export function MaskedInput({ mask, value, onChange, ref, ...rest }: MaskedInputProps) {
  const own = useRef<HTMLInputElement>(null);
  const input = ref ?? own;
  const caret = useRef<number | null>(null);
  const shown = mask.show(value);

  const edit = (text: string, event?: Event) => {
    const field = input.current;
    // Dropped text stays selected.
    const end = field?.selectionEnd ?? text.length;
    if (event?.type === 'compositionend') {
      caret.current = mask.clean(text.slice(0, end)).length;
      return;
    }
    const { inputType = '', isComposing = false, data } = (event ?? {}) as Partial<InputEvent>;
    if (!isByHand(inputType)) {
      const filled = fillIn(mask, text);
      if (filled !== value) onChange(filled, false);
      return;
    }
    const next = applyEdit(mask, {
      value,
      shown,
      text,
      caret: end,
      inserted: data ?? undefined,
      forward: inputType.endsWith('Forward'),
    });
    caret.current = isComposing ? null : next.at;
    if (next.value !== value) {
      onChange(next.value, writes.has(inputType) && field?.ownerDocument.activeElement === field);
    }
  };

  useControl({ control: input, access: textAccess, value: shown, onEdit: edit });
  useInertUndo(input);

  useLayoutEffect(() => {
    const field = input.current;
    if (field && caret.current !== null && field.ownerDocument.activeElement === field) {
      const place = caretAfter(mask, shown, caret.current);
      field.setSelectionRange(place, place);
    }
    caret.current = null;
  });

  return <input {...rest} ref={input} />;
}
