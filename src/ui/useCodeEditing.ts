import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { codeDigits, writeCode } from '#domain/code.ts';
import { CODE_LENGTH } from '#domain/constants.ts';
import { digitsOf } from '#domain/digits.ts';
import { textAccess, useControl } from './useControl.ts';
import { useInertUndo } from './useInertUndo.ts';

type TextRange = { start: number; end: number };

const LAST_BOX = CODE_LENGTH - 1;
const noGap = { at: -1, size: 0 };

/**
 * Lets one input be edited like six boxes (`writeCode` in src/domain/code.ts): a digit that is pressed or reached by
 * arrow keys is selected, so that the next one typed replaces it; where digits were deleted, the caret stays until they
 * are replaced.
 */
export function useCodeEditing(input: RefObject<HTMLInputElement | null>, code: string, take: (code: string) => void) {
  const [selected, setSelected] = useState<TextRange | null>(null);
  /** Position and number of deleted digits. */
  const gap = useRef(noGap);
  /** The caret position after the code is rendered. */
  const caret = useRef<number | null>(null);

  const selection = () => {
    const { selectionStart, selectionEnd } = input.current ?? {};
    return { start: selectionStart ?? code.length, end: selectionEnd ?? code.length };
  };
  const select = (start: number, end: number) => {
    input.current?.setSelectionRange(start, end);
    setSelected({ start, end });
  };
  const selectBox = (box: number) => {
    gap.current = noGap;
    select(Math.min(box, code.length), Math.min(box + 1, code.length));
  };

  const write = (text: string) => {
    const { start, end } = selection();
    const size = start === gap.current.at ? gap.current.size : 0;
    const written = writeCode(code, { start, end, gap: size }, text);
    if (written.code === code) return selectBox(written.caret);
    gap.current = { at: written.caret, size: Math.max(size - (written.caret - start), 0) };
    caret.current = written.caret;
    take(written.code);
  };

  /** Edits by the browser itself: a deletion, autofill, composition of an input method. */
  const edit = (text: string, event?: Event) => {
    const { isComposing = false, inputType = '' } = (event ?? {}) as Partial<InputEvent>;
    const { start } = selection();
    const before = Math.abs(start - gap.current.at) <= 1 ? gap.current.size : 0;
    gap.current = inputType.startsWith('delete') ? { at: start, size: before + code.length - text.length } : noGap;
    if (!isComposing || digitsOf(text) === text) take(codeDigits(text));
  };
  useControl({ control: input, access: textAccess, value: code, onEdit: edit });
  useInertUndo(input);

  useLayoutEffect(() => {
    if (caret.current === null) return;
    if (gap.current.size > 0) select(caret.current, caret.current);
    else selectBox(caret.current);
    caret.current = null;
  });

  // Also a paste from a keyboard's clipboard suggestion, which the input's own length limit would cut.
  const beforeInput = useEffectEvent((event: InputEvent) => {
    if (event.isComposing || event.inputType !== 'insertText') return;
    event.preventDefault();
    write(event.data ?? '');
  });
  useEffect(() => {
    const field = input.current;
    field?.addEventListener('beforeinput', beforeInput);
    return () => field?.removeEventListener('beforeinput', beforeInput);
  }, [input]);

  const insert = (event: SyntheticEvent, data: DataTransfer) => {
    event.preventDefault();
    write(data.getData('text/plain'));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = boxAfterKey(event.key, selection());
    if (target === undefined) return;
    event.preventDefault();
    selectBox(target);
  };

  /** One or two presses select the box under them, three everything; a drag selects as in any text. */
  const onClick = ({ clientX, detail, currentTarget }: MouseEvent<HTMLInputElement>) => {
    const { start, end } = selection();
    if (detail > 2) return select(0, code.length);
    const isDrag = detail < 2 && end - start > 1;
    if (isDrag) return;
    const { left, width } = currentTarget.parentElement?.getBoundingClientRect() ?? { left: 0, width: 0 };
    if (width > 0) selectBox(Math.min(Math.floor(((clientX - left) / width) * CODE_LENGTH), LAST_BOX));
  };

  const onSelect = () => {
    const { start, end } = selection();
    const isInGap = start === gap.current.at && gap.current.size > 0;
    if (start === end && !isInGap) selectBox(start);
    else setSelected({ start, end });
  };

  /**
   * Tab selects all of a text; here editing continues at the end of the code. Returning from another window changes
   * nothing.
   */
  const onFocus = () => {
    const { start, end } = selection();
    if (end - start === code.length) select(code.length, code.length);
    else setSelected({ start, end });
  };

  /** A code that the flow has cleared takes the caret with it, without an event. */
  const within = (position: number) => Math.min(position, code.length);

  return {
    /** Whether the next digit goes into this box. */
    isActive: (box: number) =>
      selected !== null &&
      box >= Math.min(within(selected.start), LAST_BOX) &&
      box < Math.max(within(selected.end), within(selected.start) + 1),
    /** Whether the caret is in an empty box. */
    showsCaret: selected !== null && selected.start >= code.length,
    handlers: {
      onKeyDown,
      onClick,
      onSelect,
      onFocus,
      onBlur: () => setSelected(null),
      onPaste: (event: React.ClipboardEvent) => insert(event, event.clipboardData),
      onDrop: (event: React.DragEvent) => insert(event, event.dataTransfer),
    },
  };
}

/** The box that a key moves to from a selection; undefined if it moves nowhere. */
function boxAfterKey(key: string, { start, end }: TextRange): number | undefined {
  const isLong = end - start > 1;
  const box = Math.min(start, LAST_BOX);
  const boxes: Record<string, number> = {
    ArrowLeft: isLong ? start : Math.max(box - 1, 0),
    ArrowRight: Math.min(isLong ? end : box + 1, LAST_BOX),
    Home: 0,
    End: LAST_BOX,
  };
  return boxes[key];
}
