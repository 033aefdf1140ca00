import type { ReactNode } from 'react';
import './Field.css';

/** What every field takes. */
export type FieldProps = {
  /** Name on the wire; also the id, so that an error summary can lead to the field. */
  name: string;
  label: string;
  /** Told before anything is wrong. */
  hint?: ReactNode;
  /** What is wrong and what to do, in words; absent while nothing is. */
  error?: string | undefined;
  /** Ids of texts elsewhere that say more. */
  describedBy?: string | undefined;
  /** Only where two fields of one page share a name. */
  id?: string | undefined;
};

/** Attributes that tie a control to its label, hint and error. */
export const fieldIds = ({ name, id = name, hint, error, describedBy }: FieldProps) => ({
  id,
  'aria-invalid': error ? true : undefined,
  'aria-describedby':
    [describedBy, hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
});

type FrameProps = FieldProps & {
  children: ReactNode;
  /** Stands at the end of the label's line, for example a button. */
  aside?: ReactNode;
};

/**
 * Label, hint, control and error of a field. The error's place is a live region from the start, so that an error that
 * turns up on leaving the field is announced, by the field's name.
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

/** The error of a field, announced with the field's name and seen without it. */
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
