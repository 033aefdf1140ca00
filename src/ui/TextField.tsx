import { type ComponentType, type RefObject, useRef } from 'react';
import { Field, type FieldProps, fieldIds } from './Field.tsx';
import { textAccess, useControl } from './useControl.ts';

export type TextFieldProps = FieldProps & {
  value: string;
  onChange: (value: string) => void;
  onBlur?: ((event: React.FocusEvent<HTMLInputElement>) => void) | undefined;
  /** What is typed, if it is in no dictionary: a phone shows the keyboard for it and corrects nothing. */
  type?: keyof typeof keyboards;
  /** Token of the autofill standard, for example 'given-name'. */
  autoComplete?: string;
  maxLength?: number | undefined;
  required?: boolean;
  enabled?: boolean;
  readOnly?: boolean;
  ref?: RefObject<HTMLInputElement | null>;
};

const asTyped = { autoCorrect: 'off', spellCheck: false };

const keyboards = {
  email: { ...asTyped, autoCapitalize: 'none', inputMode: 'email' },
  /** Of a person, a company or a place. */
  name: { ...asTyped, autoCapitalize: 'words' },
  code: { ...asTyped, autoCapitalize: 'characters' },
} as const;

/** A text field of one line. `Input` may show the value in another way. */
export function TextField({
  Input = PlainInput,
  ...props
}: TextFieldProps & { Input?: ComponentType<PlainInputProps> }) {
  const { value, onChange, maxLength, enabled = true, ref } = props;
  const shared = {
    ...fieldIds(props),
    className: 'input',
    name: props.name,
    // What is typed may be in any script.
    dir: 'auto',
    // With type email, Chromium returns punycode for the typed domain, and other browsers reject non-ASCII characters.
    type: 'text',
    autoComplete: props.autoComplete,
    'aria-required': props.required || undefined,
    disabled: !enabled,
    readOnly: props.readOnly,
    onBlur: props.onBlur,
    ...(props.type && keyboards[props.type]),
  };
  return (
    <Field {...props}>
      <Input {...shared} ref={ref} maxLength={maxLength} value={value} onChange={onChange} />
    </Field>
  );
}

export type PlainInputProps = Omit<React.ComponentProps<'input'>, 'value' | 'onChange' | 'ref'> & {
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
