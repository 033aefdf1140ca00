import { Trans, useLingui } from '@lingui/react';
import { hasErrors } from '#domain/form.ts';
import type { passwordChangeMachine } from '#machines/dashboard/passwordChange.machine.ts';
import { Button } from '#ui/Button.tsx';
import { EmailAddress } from '#ui/EmailAddress.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { FormStack, Row } from '#ui/Stack.tsx';
import { NewPasswordField } from '../NewPasswordField.tsx';
import type { ScreenProps } from '../screenProps.ts';
import { UsernameForManagers } from '../UsernameForManagers.tsx';
import { useTextFields } from '../useTextFields.ts';
import { OpenPanel } from './OpenPanel.tsx';

type Props = ScreenProps<typeof passwordChangeMachine> & { email: string };

/** Changes the password after asking for the current one, and says which sessions end. */
export function PasswordChangePanel({ state, send, email }: Props) {
  const { i18n } = useLingui();
  const { hasPassword, form } = state.context;
  const isPending = state.hasTag('pending');
  const field = useTextFields(form, send, { readOnly: isPending });
  if (!hasPassword) return <FirstPassword state={state} send={send} email={email} />;
  return (
    <OpenPanel title={i18n.t('Choose a new password')} isWrong={hasErrors(form)} problem={state.context.problem}>
      <p>{i18n.t("You'll stay logged in here and be logged out everywhere else.")}</p>
      <FormStack onSubmit={() => send({ type: 'SUBMIT' })} busy={isPending}>
        <UsernameForManagers email={email} />
        <PasswordField
          {...field('current_password')}
          label={i18n.t('Current password')}
          autoComplete="current-password"
          required
        />
        <NewPasswordField {...field('password')} label={i18n.t('New password')} required />
        <Row>
          <Button type="submit" enabled={state.can({ type: 'SUBMIT' })} busy={isPending}>
            {i18n.t('Change password')}
          </Button>
          <Button variant="secondary" enabled={state.can({ type: 'CLOSE' })} onPress={() => send({ type: 'CLOSE' })}>
            {i18n.t('Close')}
          </Button>
        </Row>
      </FormStack>
    </OpenPanel>
  );
}

/** An account that has only used single sign-on has no password to confirm with; the mailed link replaces it. */
function FirstPassword({ state, send, email }: Props) {
  const { i18n } = useLingui();
  const isSent = state.matches('linkSent');
  const to = { email: <EmailAddress email={email} /> };
  return (
    <OpenPanel title={i18n.t('Choose a password')} problem={state.context.problem}>
      <p role="status">
        {isSent ? (
          <Trans id="We've emailed a link to {email}. It works once and expires in 30 minutes." values={to} />
        ) : (
          <Trans
            id="You don't have a password yet. We'll email a link to {email} so you can choose one. Once you do, your other devices are logged out."
            values={to}
          />
        )}
      </p>
      <Row>
        {!isSent && (
          <Button
            enabled={state.can({ type: 'SEND_LINK' })}
            busy={state.matches('sendingLink')}
            onPress={() => send({ type: 'SEND_LINK' })}
          >
            {i18n.t('Email me a link')}
          </Button>
        )}
        <Button variant="secondary" enabled={state.can({ type: 'CLOSE' })} onPress={() => send({ type: 'CLOSE' })}>
          {i18n.t('Close')}
        </Button>
      </Row>
    </OpenPanel>
  );
}
