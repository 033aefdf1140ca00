import { OTPInput } from 'input-otp';
import { type ClipboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { codeDigits, isCompleteCode } from '#domain/code.ts';
import { CODE_LENGTH } from '#domain/constants.ts';
import { digitsOf } from '#domain/digits.ts';
import './CodeField.css';
import { Field, type FieldProps, fieldIds } from './Field.tsx';

export type CodeFieldProps = FieldProps & {
  /** Digits so far, 0 to 6. */
  value: string;
  onChange: (code: string) => void;
  /** Once for each code that becomes full, after its `onChange`. */
  onComplete?: ((code: string) => void) | undefined;
  onBlur?: (() => void) | undefined;
  enabled?: boolean;
  /** While an answer is awaited: keeps focus and digits, takes no typing. */
  busy?: boolean;
  ref?: RefObject<HTMLInputElement | null>;
};

/**
 * F1: a six-digit code: one real input, drawn as six boxes. Takes autofill from messages, any paste, and what input
 * methods compose; a whole code that comes at once replaces what stood there.
 */
export function CodeField(props: CodeFieldProps) {
  const { value, onChange, onComplete, enabled = true, busy = false } = props;
  const own = useRef<HTMLInputElement>(null);
  const input = props.ref ?? own;
  const composing = useRef(false);
  /** What an input method composes that is not digits yet; it must not be touched under its hands. */
  const [composed, setComposed] = useState<string | null>(null);

  const take = (text: string) => {
    const code = codeDigits(text);
    if (code === value || busy) return;
    onChange(code);
    if (isCompleteCode(code)) onComplete?.(code);
  };

  /** Several characters at once, at the caret or over the selection. */
  const insert = (text: string) => {
    const typed = codeDigits(text);
    const { selectionStart, selectionEnd } = input.current ?? {};
    const start = selectionStart ?? value.length;
    take(isCompleteCode(typed) ? typed : value.slice(0, start) + typed + value.slice(selectionEnd ?? start));
  };

  const change = (text: string) => {
    const isDigits = digitsOf(text) === text;
    setComposed(composing.current && !isDigits ? text : null);
    if (isDigits || !composing.current) take(text);
  };

  const endComposition = () => {
    composing.current = false;
    setComposed(null);
    take(input.current?.value ?? '');
  };

  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    insert(event.clipboardData.getData('text/plain'));
  };

  // A keyboard's clipboard chip writes the code as one piece of text, without a paste; the input's own length limit
  // would cut it to what still fits.
  const beforeInput = useEffectEvent((event: InputEvent) => {
    if (event.isComposing || (event.data ?? '').length < 2) return;
    event.preventDefault();
    insert(event.data ?? '');
  });
  useEffect(() => {
    const field = input.current;
    field?.addEventListener('beforeinput', beforeInput);
    return () => field?.removeEventListener('beforeinput', beforeInput);
  }, [input]);

  return (
    <Field {...props}>
      <div className="code-field" dir="ltr" onPasteCapture={paste}>
        <OTPInput
          {...fieldIds(props)}
          ref={input}
          name={props.name}
          maxLength={CODE_LENGTH}
          value={composed ?? value}
          onChange={change}
          onCompositionStart={() => {
            composing.current = true;
          }}
          onCompositionEnd={endComposition}
          onBlur={props.onBlur}
          autoComplete="one-time-code"
          inputMode="numeric"
          disabled={!enabled}
          readOnly={busy}
          pushPasswordManagerStrategy="none"
          noScriptCSSFallback={null}
          render={({ slots, isFocused }) => (
            <div className="code-boxes" aria-hidden="true">
              {slots.map((slot, index) => (
                <div
                  // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
                  key={index}
                  className="code-box"
                  data-active={(isFocused && slot.isActive) || undefined}
                >
                  {slot.char ?? (slot.hasFakeCaret && <span className="code-caret" />)}
                </div>
              ))}
            </div>
          )}
        />
      </div>
    </Field>
  );
}
