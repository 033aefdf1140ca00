import { useLayoutEffect, useMemo, useRef } from 'react';
import { Field, type FieldProps, fieldIds } from './Field.tsx';
import { Icon } from './Icon.tsx';
import './SelectField.css';
import { textAccess, useControl } from './useControl.ts';
import { useOff } from './useOff.ts';

/** An option: the value sent and the text shown. */
export type SelectOption = { value: string; label: string };

type SelectFieldProps = FieldProps & {
  options: readonly SelectOption[];
  /** '' if nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: ((event: React.FocusEvent<HTMLSelectElement>) => void) | undefined;
  /** The first option while nothing is chosen, for example 'Choose a country'. */
  placeholder?: string;
  autoComplete?: string;
  required?: boolean;
  enabled?: boolean;
  /** Whether the options are loading. */
  busy?: boolean;
};

/** A short list: a native select, which every phone and screen reader supports. */
export function SelectField(props: SelectFieldProps) {
  const { options, value, onChange, placeholder, enabled = true, busy = false } = props;
  const select = useRef<HTMLSelectElement>(null);
  const { onBlur, ...off } = useOff(!enabled);
  // There are many countries, and the form is rendered at each key press.
  const { elements, values } = useMemo(() => renderOptions(options), [options]);
  useControl({ control: select, access: textAccess, value, onEdit: (chosen) => onChange(chosen), options: values });
  // Browsers select no disabled option by themselves: as the only one, the placeholder would not be shown.
  useLayoutEffect(() => {
    const list = select.current;
    if (list?.selectedIndex === -1 && list.options[0]?.value === '') list.selectedIndex = 0;
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
          {elements}
        </select>
        <span className="select-sign" data-busy={busy || undefined}>
          <Icon name={busy ? 'clock' : 'chevron'} />
        </span>
      </div>
    </Field>
  );
}

const renderOptions = (options: readonly SelectOption[]) => ({
  elements: options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  )),
  values: options.map(({ value }) => value).join(),
});
