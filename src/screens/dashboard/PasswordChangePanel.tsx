import { useLingui } from '@lingui/react';
import { PASSWORD_MAX, PASSWORD_MIN } from '#domain/constants.ts';
import type { passwordChangeMachine } from '#machines/dashboard/passwordChange.machine.ts';
import { errorText } from '#text/catalogue.ts';
import { Button } from '#ui/Button.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { FormStack, Row } from '#ui/Stack.tsx';
import { whenLeft } from '#ui/whenLeft.ts';
import type { ScreenProps } from '../screenProps.ts';
import { OpenPanel } from './OpenPanel.tsx';
import { UsernameForManagers } from './UsernameForManagers.tsx';

type Props = ScreenProps<typeof passwordChangeMachine> & { email: string };

/** Another password; asks for the present one, and says whom it logs out. */
export function PasswordChangePanel({ state, send, email }: Props) {
  const { i18n } = useLingui();
  const { values, errors } = state.context.form;
  const isPending = state.hasTag('pending');
  if (state.status === 'done') return null;
  const field = (name: keyof typeof values) => ({
    name,
    required: true,
    readOnly: isPending,
    value: values[name],
    error: errorText(i18n, errors[name]),
    onChange: (typed: string) => send({ type: 'CHANGE', change: { [name]: typed } }),
    onBlur: whenLeft(() => send({ type: 'BLUR', field: name })),
  });
  return (
    <OpenPanel title={i18n.t('Choose a new password')} isWrong={Object.keys(errors).length > 0}>
      <p>{i18n.t('You stay logged in here, and are logged out everywhere else.')}</p>
      <FormStack onSubmit={() => send({ type: 'SUBMIT' })} busy={isPending}>
        <UsernameForManagers email={email} />
        <PasswordField
          {...field('current_password')}
          label={i18n.t('Present password')}
          hint={i18n.t('If you have none yet, log out and choose ‘Forgot password?’.')}
          autoComplete="current-password"
        />
        <PasswordField
          {...field('password')}
          label={i18n.t('New password')}
          autoComplete="new-password"
          hint={i18n._('At least {min} characters.', { min: PASSWORD_MIN })}
          rules={`minlength: ${PASSWORD_MIN}; maxlength: ${PASSWORD_MAX};`}
        />
        <Row>
          <Button type="submit" enabled={state.can({ type: 'SUBMIT' })} busy={isPending}>
            {i18n.t('Change password')}
          </Button>
          <Button look="secondary" enabled={state.can({ type: 'CLOSE' })} onPress={() => send({ type: 'CLOSE' })}>
            {i18n.t('Close')}
          </Button>
        </Row>
      </FormStack>
    </OpenPanel>
  );
}
