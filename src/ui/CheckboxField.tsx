import { type ReactNode, type RefObject, useRef } from 'react';
import './CheckboxField.css';
import { FieldError, type FieldProps, fieldIds } from './Field.tsx';
import { checkedAccess, useControl } from './useControl.ts';

/** The label. If it contains links, `label` is the name in an announced error. */
type LabelProps = { children: string; label?: never } | { children: ReactNode; label: string };

export type CheckboxFieldProps = Omit<FieldProps, 'label'> &
  LabelProps & {
    checked: boolean;
    onChange: (checked: boolean) => void;
    onBlur?: ((event: React.FocusEvent<HTMLInputElement>) => void) | undefined;
    required?: boolean;
    enabled?: boolean;
    ref?: RefObject<HTMLInputElement | null>;
  };

/** A checkbox. The whole line is clickable; links in it stay links. */
export function CheckboxField(props: CheckboxFieldProps) {
  const { children, label = children as string, hint, error, checked, onChange } = props;
  const ids = fieldIds({ ...props, label });
  const own = useRef<HTMLInputElement>(null);
  const input = props.ref ?? own;
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
          disabled={props.enabled === false}
          onBlur={props.onBlur}
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
