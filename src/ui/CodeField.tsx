import { type RefObject, useRef } from 'react';
import { isCompleteCode } from '#domain/code.ts';
import { CODE_LENGTH } from '#domain/constants.ts';
import './CodeField.css';
import { Field, type FieldProps, fieldIds } from './Field.tsx';
import { useCodeEditing } from './useCodeEditing.ts';
import { useOff } from './useOff.ts';

export type CodeFieldProps = FieldProps & {
  /** The digits so far, 0 to 6. */
  value: string;
  onChange: (code: string) => void;
  /** Called once for each complete code, after `onChange`. */
  onComplete?: ((code: string) => void) | undefined;
  enabled?: boolean;
  /** While a request is pending: keeps focus and digits, ignores typing. */
  busy?: boolean;
  ref?: RefObject<HTMLInputElement | null>;
};

const boxes = Array.from({ length: CODE_LENGTH }, (_, index) => index);

/**
 * A six-digit code: one input, rendered as six boxes. Supports autofill from messages, paste, and input methods; a
 * complete code that is inserted at once replaces the value.
 */
export function CodeField(props: CodeFieldProps) {
  const { value, onChange, onComplete, enabled = true, busy = false } = props;
  const own = useRef<HTMLInputElement>(null);
  const input = props.ref ?? own;
  const off = useOff(!enabled);
  const { isActive, showsCaret, handlers } = useCodeEditing(input, value, (code) => {
    if (code === value || busy || !enabled) return;
    onChange(code);
    if (isCompleteCode(code)) onComplete?.(code);
  });

  return (
    <Field {...props}>
      <div className="code-field" dir="ltr">
        <div className="code-layer">
          <input
            {...fieldIds(props)}
            {...off}
            {...handlers}
            ref={input}
            className="code-input"
            name={props.name}
            type="text"
            autoComplete="one-time-code"
            inputMode="numeric"
            spellCheck={false}
            maxLength={CODE_LENGTH}
            readOnly={busy || !enabled}
            data-caret={showsCaret || undefined}
            onFocus={() => {
              off.onFocus();
              handlers.onFocus();
            }}
            onBlur={() => {
              off.onBlur();
              handlers.onBlur();
            }}
          />
        </div>
        <div className="code-boxes" aria-hidden="true">
          {boxes.map((box) => (
            <div key={box} className="code-box" data-active={isActive(box) || undefined}>
              {value[box]}
            </div>
          ))}
        </div>
      </div>
    </Field>
  );
}
