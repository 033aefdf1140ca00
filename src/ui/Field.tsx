import type { ReactNode } from 'react';
import './Field.css';

/** Props of every field. */
export type FieldProps = {
  /** Name on the wire, and id of the control. */
  name: string;
  label: string;
  /** Shown before there is an error. */
  hint?: ReactNode;
  /** The error and how to correct it; undefined if there is none. */
  error?: string | undefined;
  /** Ids of other elements that describe the field. */
  describedBy?: string | undefined;
  /** Set only if two fields of one page have the same name. */
  id?: string | undefined;
};

/** Attributes that connect a control with its label, hint and error. */
export const fieldIds = ({ name, id = name, hint, error, describedBy }: FieldProps) => ({
  id,
  'aria-invalid': error ? true : undefined,
  'aria-describedby':
    [describedBy, hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
});

type FrameProps = FieldProps & {
  children: ReactNode;
  /** Rendered at the end of the label's line, for example a button. */
  aside?: ReactNode;
};

/**
 * Label, hint, control and error of a field. The error is a live region from the start, so that an error that appears
 * on blur is announced, with the name of the field.
 */
export function Field({ label, hint, error, children, aside, ...rest }: FrameProps) {
  const id = rest.id ?? rest.name;
  return (
    <div className="field">
      <div className="field-head">
        <label className="field-label" htmlFor={id} id={`${id}-label`}>
          {label}
        </label>
        {aside}
      </div>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      <FieldError id={id} label={label} error={error} />
    </div>
  );
}

/** The error of a field; the field's name in it is for screen readers only. */
export const FieldError = ({ id, label, error }: { id: string; label: string; error: string | undefined }) => (
  <p className="field-error" aria-live="polite" aria-atomic="true">
    {error && (
      <>
        <span className="visually-hidden">{`${label}: `}</span>
        <span id={`${id}-error`}>{error}</span>
      </>
    )}
  </p>
);
