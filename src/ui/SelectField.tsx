import { type RefObject, useRef } from 'react';
import { Field, type FieldProps, fieldIds } from './Field.tsx';
import { Icon } from './Icon.tsx';
import './SelectField.css';
import { textAccess, useControl } from './useControl.ts';
import { useOff } from './useOff.ts';

/** One line of a list: what is sent and what is read. */
export type SelectOption = { value: string; label: string };

export type SelectFieldProps = FieldProps & {
  options: readonly SelectOption[];
  /** '' while nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: ((event: React.FocusEvent<HTMLSelectElement>) => void) | undefined;
  /** First line while nothing is chosen, for example 'Choose a country'. */
  placeholder?: string;
  autoComplete?: string;
  required?: boolean;
  enabled?: boolean;
  /** While its options are on their way. */
  busy?: boolean;
  ref?: RefObject<HTMLSelectElement | null>;
};

/** A short list: the browser's own select, which every phone and screen reader knows. */
export function SelectField(props: SelectFieldProps) {
  const { options, value, onChange, placeholder, enabled = true, busy = false } = props;
  const own = useRef<HTMLSelectElement>(null);
  const select = props.ref ?? own;
  const { onBlur, ...off } = useOff(!enabled);
  useControl({
    control: select,
    access: textAccess,
    value,
    onEdit: (chosen) => onChange(chosen),
    options: options.map((option) => option.value).join(),
  });
  return (
    <Field {...props}>
      <div className="select">
        <select
          {...fieldIds(props)}
          {...off}
          ref={select}
          className="input"
          name={props.name}
          autoComplete={props.autoComplete}
          aria-required={props.required || undefined}
          aria-busy={busy || undefined}
          onBlur={(event) => {
            onBlur();
            props.onBlur?.(event);
          }}
        >
          {(placeholder !== undefined || value === '') && (
            <option value="" disabled={props.required}>
              {placeholder}
            </option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <span className="select-sign" data-busy={busy || undefined}>
          <Icon name={busy ? 'clock' : 'chevron'} />
        </span>
      </div>
    </Field>
  );
}
