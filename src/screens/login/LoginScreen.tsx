import { useLingui } from '@lingui/react';
import { hasErrors } from '#domain/form.ts';
import type { authMachine } from '#machines/auth.machine.ts';
import { Button } from '#ui/Button.tsx';
import { CheckboxField } from '#ui/CheckboxField.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { FormStack } from '#ui/Stack.tsx';
import { TextField } from '#ui/TextField.tsx';
import { FormCard } from '../FormCard.tsx';
import { usePage } from '../page.ts';
import { RouteLink } from '../RouteLink.tsx';
import { SsoButtons } from '../SsoButtons.tsx';
import type { ScreenProps } from '../screenProps.ts';
import { useTextFields } from '../useTextFields.ts';

/** §2 Login. */
export function LoginScreen({ state, send }: ScreenProps<typeof authMachine>) {
  const { i18n } = useLingui();
  const { settings } = usePage();
  const { form } = state.context;
  const isPending = state.hasTag('pending');
  const field = useTextFields(form, send, { readOnly: isPending });
  return (
    <FormCard
      heading={i18n.t('Log in')}
      lead={
        settings.ssoProviders.length > 0
          ? i18n.t('Log in with your email address and password, or with an account you already have elsewhere.')
          : i18n.t('Log in with your email address and password.')
      }
      isReplaceable
      isWrong={hasErrors(form)}
    >
      <FormStack onSubmit={() => send({ type: 'SUBMIT' })} busy={isPending}>
        <TextField {...field('email')} label={i18n.t('Email')} type="email" autoComplete="username" required />
        <PasswordField {...field('password')} label={i18n.t('Password')} autoComplete="current-password" required />
        <CheckboxField
          name="remember_me"
          busy={isPending}
          checked={form.values.remember_me}
          onChange={(remember_me) => send({ type: 'CHANGE', change: { remember_me } })}
        >
          {i18n.t('Remember me on this device')}
        </CheckboxField>
        <Button type="submit" wide enabled={state.can({ type: 'SUBMIT' })} busy={isPending}>
          {i18n.t('Log in')}
        </Button>
        <p>
          <RouteLink to="recoverPassword">{i18n.t('Forgot password?')}</RouteLink>
        </p>
      </FormStack>
      <SsoButtons from="login" />
    </FormCard>
  );
}
