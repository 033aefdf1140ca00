import { useLingui } from '@lingui/react';
import { PASSWORD_MAX, PASSWORD_MIN } from '#domain/constants.ts';
import { PasswordField, type PasswordFieldProps } from '#ui/PasswordField.tsx';

type Props = Omit<PasswordFieldProps, 'autoComplete' | 'rules'>;

/** A new password, with its rule for people (`hint` replaces it) and for password managers that generate one. */
export function NewPasswordField({ hint, ...rest }: Props) {
  const { i18n } = useLingui();
  return (
    <PasswordField
      {...rest}
      hint={hint || i18n._('Use at least {min} characters.', { min: PASSWORD_MIN })}
      autoComplete="new-password"
      rules={`minlength: ${PASSWORD_MIN}; maxlength: ${PASSWORD_MAX};`}
    />
  );
}
