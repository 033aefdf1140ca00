import { Trans, useLingui } from '@lingui/react';
import { hasErrors } from '#domain/form.ts';
import type { newPasswordMachine } from '#machines/newPassword.machine.ts';
import { messageText } from '#text/catalogue.ts';
import { Button } from '#ui/Button.tsx';
import { Note } from '#ui/Note.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { FormStack } from '#ui/Stack.tsx';
import { FormCard } from '../FormCard.tsx';
import { NewPasswordField } from '../NewPasswordField.tsx';
import { RouteLink } from '../RouteLink.tsx';
import type { ScreenProps } from '../screenProps.ts';
import { UsernameForManagers } from '../UsernameForManagers.tsx';
import { useTextFields } from '../useTextFields.ts';

type Props = ScreenProps<typeof newPasswordMachine>;

/**
 * §2 One-time login / new password. Without a valid token it offers a new link, and the login if the token was used.
 */
export function NewPasswordScreen(props: Props) {
  if (props.state.status === 'done') return <Skeleton />;
  return props.state.matches('tokenInvalid') ? <InvalidLink /> : <Form {...props} />;
}

function InvalidLink() {
  const { i18n } = useLingui();
  return (
    <FormCard
      heading={i18n.t('This link no longer works')}
      lead={i18n.t(
        'Reset links work once and expire after 30 minutes. If you asked for more than one, use the latest.',
      )}
    >
      <p>
        <Trans
          id="You may have changed your password already, in another browser or on another device. <0>Log in</0>"
          components={[<RouteLink key="login" to="login" />]}
        />
      </p>
      <NewLink />
    </FormCard>
  );
}

function NewLink() {
  const { i18n } = useLingui();
  return (
    <p>
      <RouteLink to="recoverPassword">{i18n.t('Request a new link')}</RouteLink>
    </p>
  );
}

function Form({ state, send }: Props) {
  const { i18n } = useLingui();
  const { form, email } = state.context;
  const isPending = state.hasTag('pending');
  const canType = state.can({ type: 'CHANGE', change: {} }) || isPending;
  const field = useTextFields(form, send, { readOnly: isPending });
  return (
    <FormCard heading={i18n.t('Choose a new password')} isWrong={hasErrors(form) || state.matches('tokenMissing')}>
      {state.matches('tokenMissing') && <Note kind="error">{messageText(i18n, { code: 'resetTokenMissing' })}</Note>}
      <FormStack onSubmit={() => send({ type: 'SUBMIT' })} busy={isPending}>
        {email !== '' && <UsernameForManagers email={email} />}
        <NewPasswordField {...field('password')} label={i18n.t('New password')} required enabled={canType} />
        <PasswordField
          {...field('repeatPassword')}
          label={i18n.t('Confirm new password')}
          autoComplete="new-password"
          required
          enabled={canType}
        />
        <Button type="submit" wide enabled={state.can({ type: 'SUBMIT' })} busy={isPending}>
          {i18n.t('Change password')}
        </Button>
      </FormStack>
      <NewLink />
    </FormCard>
  );
}
