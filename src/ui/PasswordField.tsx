import { useLingui } from '@lingui/react';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Field, type FieldProps, fieldIds } from './Field.tsx';
import './PasswordField.css';
import { PlainInput } from './TextField.tsx';

export type PasswordFieldProps = FieldProps & {
  value: string;
  onChange: (value: string) => void;
  onBlur?: ((event: FocusEvent<HTMLInputElement>) => void) | undefined;
  /** 'new-password' lets password managers suggest one, 'current-password' fill one in. */
  autoComplete: 'new-password' | 'current-password';
  required?: boolean;
  enabled?: boolean;
  readOnly?: boolean;
  /** The rule in the syntax of the `passwordrules` attribute, for managers that generate passwords. */
  rules?: string;
};

/**
 * A password field: can be shown until it is submitted, warns of caps lock, is never trimmed, and can be pasted into.
 * Its rule belongs in `hint`.
 */
export function PasswordField(props: PasswordFieldProps) {
  const { i18n } = useLingui();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const ids = fieldIds(props);
  const capsId = `${ids.id}-caps`;
  const input = useRef<HTMLInputElement>(null);

  // Browsers may store the texts of a submitted form; a hidden password field is not stored.
  useEffect(() => {
    const form = input.current?.form;
    const hide = () => setShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);

  const watchCapsLock = (event: KeyboardEvent<HTMLInputElement>) => setCapsLock(event.getModifierState('CapsLock'));

  return (
    <Field {...props}>
      <div className="input input-row">
        <PlainInput
          {...ids}
          aria-describedby={[ids['aria-describedby'], capsLock && capsId].filter(Boolean).join(' ') || undefined}
          aria-required={props.required || undefined}
          ref={input}
          name={props.name}
          type={shown ? 'text' : 'password'}
          autoComplete={props.autoComplete}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          disabled={props.enabled === false}
          readOnly={props.readOnly}
          value={props.value}
          onChange={props.onChange}
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          onBlur={(event) => {
            setCapsLock(false);
            props.onBlur?.(event);
          }}
          {...(props.rules && { passwordrules: props.rules })}
        />
        <button
          type="button"
          className="password-toggle"
          aria-controls={ids.id}
          aria-describedby={`${ids.id}-label`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(!shown)}
        >
          {shown ? i18n.t('Hide') : i18n.t('Show')}
        </button>
      </div>
      <p id={capsId} className="password-caps" role="status">
        {capsLock && i18n.t('Caps lock is on.')}
      </p>
    </Field>
  );
}
