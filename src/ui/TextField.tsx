import { type HTMLAttributes, type RefObject, useRef } from 'react';
import { Field, type FieldProps, fieldIds } from './Field.tsx';
import { MaskedInput } from './MaskedInput.tsx';
import { upperCase as upperCaseMask } from './mask.ts';
import { textAccess, useControl } from './useControl.ts';

export type TextFieldProps = FieldProps & {
  value: string;
  onChange: (value: string) => void;
  onBlur?: ((event: React.FocusEvent<HTMLInputElement>) => void) | undefined;
  /** The keyboard that a phone shows; 'email' also disables autocorrection. */
  type?: 'text' | 'email' | 'tel';
  /** Token of the autofill standard, for example 'given-name'. */
  autoComplete?: string;
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  /** Converts to upper case while typing and keeps the caret in place (§5). */
  upperCase?: boolean;
  maxLength?: number | undefined;
  required?: boolean;
  enabled?: boolean;
  readOnly?: boolean;
  ref?: RefObject<HTMLInputElement | null>;
};

/** A text field of one line. */
export function TextField(props: TextFieldProps) {
  const { value, onChange, upperCase, maxLength, enabled = true, ref } = props;
  const isEmail = props.type === 'email';
  const shared = {
    ...fieldIds(props),
    className: `input${upperCase ? ' input-upper' : ''}`,
    name: props.name,
    // With type email, Chromium returns punycode for the typed domain, and other browsers reject non-ASCII characters.
    type: isEmail ? 'text' : (props.type ?? 'text'),
    autoComplete: props.autoComplete,
    inputMode: isEmail ? 'email' : props.inputMode,
    'aria-required': props.required || undefined,
    disabled: !enabled,
    readOnly: props.readOnly,
    onBlur: props.onBlur,
    ...(isEmail && { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false }),
  };
  return (
    <Field {...props}>
      {upperCase ? (
        <MaskedInput {...shared} ref={ref} mask={upperCaseMask(maxLength)} value={value} onChange={onChange} />
      ) : (
        <PlainInput {...shared} ref={ref} maxLength={maxLength} value={value} onChange={onChange} />
      )}
    </Field>
  );
}

type PlainInputProps = Omit<React.ComponentProps<'input'>, 'value' | 'onChange' | 'ref'> & {
  value: string;
  onChange: (value: string) => void;
  ref?: RefObject<HTMLInputElement | null> | undefined;
};

/** An input that shows its value unchanged. */
export function PlainInput({ value, onChange, ref, ...rest }: PlainInputProps) {
  const own = useRef<HTMLInputElement>(null);
  const input = ref ?? own;
  useControl({ control: input, access: textAccess, value, onEdit: (text) => onChange(text) });
  return <input {...rest} ref={input} />;
}
