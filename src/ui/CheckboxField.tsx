import { type ReactNode, type RefObject, useRef } from 'react';
import './CheckboxField.css';
import { FieldError, type FieldProps, fieldIds } from './Field.tsx';
import { checkedAccess, useControl } from './useControl.ts';
import { useOff } from './useOff.ts';

/** The label. If it contains links, `label` is the name in an announced error. */
type LabelProps = { children: string; label?: never } | { children: ReactNode; label: string };

type CheckboxFieldProps = Omit<FieldProps, 'label'> &
  LabelProps & {
    checked: boolean;
    onChange: (checked: boolean) => void;
    onBlur?: ((event: React.FocusEvent<HTMLInputElement>) => void) | undefined;
    required?: boolean;
    enabled?: boolean;
    /** Whether its form is being sent: it is announced as busy, keeps the focus, and ignores presses. */
    busy?: boolean;
    ref?: RefObject<HTMLInputElement | null>;
  };

/** A checkbox. The whole line is clickable; links in it stay links. */
export function CheckboxField(props: CheckboxFieldProps) {
  const { children, label = children as string, hint, error, checked, onChange, enabled = true, busy = false } = props;
  const ids = fieldIds({ ...props, label });
  const own = useRef<HTMLInputElement>(null);
  const input = props.ref ?? own;
  const isOff = !enabled || busy;
  const { disabled, onBlur, ...off } = useOff(isOff);
  useControl({ control: input, access: checkedAccess, value: checked, onEdit: (ticked) => onChange(ticked) });

  return (
    <div className="checkbox-field">
      <label className="checkbox-line">
        <input
          {...ids}
          ref={input}
          type="checkbox"
          name={props.name}
          aria-required={props.required || undefined}
          {...off}
          disabled={disabled && !busy}
          aria-busy={busy || undefined}
          onClick={(event) => isOff && event.preventDefault()}
          onBlur={(event) => {
            onBlur();
            props.onBlur?.(event);
          }}
        />
        <span>{children}</span>
      </label>
      {hint && (
        <p className="field-hint checkbox-below" id={`${ids.id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError id={ids.id} label={label} error={error} />
    </div>
  );
}
