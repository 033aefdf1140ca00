import { Trans, useLingui } from '@lingui/react';
import { type recoveryMachine, requestedFor } from '#machines/recovery.machine.ts';
import { Button } from '#ui/Button.tsx';
import { EmailAddress } from '#ui/EmailAddress.tsx';
import { Note } from '#ui/Note.tsx';
import { FormStack, Stack } from '#ui/Stack.tsx';
import { TextField } from '#ui/TextField.tsx';
import { FormCard } from '../FormCard.tsx';
import { RouteLink } from '../RouteLink.tsx';
import type { ScreenProps } from '../screenProps.ts';
import { useTextFields } from '../useTextFields.ts';

type Props = ScreenProps<typeof recoveryMachine>;

/** §2 Request reset link. */
export function RecoveryScreen(props: Props) {
  return props.state.matches('sent') ? <Sent {...props} /> : <EmailForm {...props} />;
}

function BackToLogin() {
  const { i18n } = useLingui();
  return (
    <p>
      <RouteLink to="login">{i18n.t('Back to login')}</RouteLink>
    </p>
  );
}

function EmailForm({ state, send }: Props) {
  const { i18n } = useLingui();
  const { form } = state.context;
  const isPending = state.hasTag('pending');
  const field = useTextFields(form, send, { readOnly: isPending });
  return (
    <FormCard
      heading={i18n.t('Forgot your password?')}
      lead={i18n.t("Enter your email address and we'll send you a link to choose a new password.")}
      isWrong={form.errors.email !== undefined}
    >
      <FormStack onSubmit={() => send({ type: 'SUBMIT' })} busy={isPending}>
        <TextField {...field('email')} label={i18n.t('Email')} type="email" autoComplete="username" required />
        <Button type="submit" wide enabled={state.can({ type: 'SUBMIT' })} busy={isPending}>
          {i18n.t('Request reset link')}
        </Button>
      </FormStack>
      <BackToLogin />
    </FormCard>
  );
}

/** The same text whether or not the address has an account. */
function Sent({ state, send }: Props) {
  const { i18n } = useLingui();
  return (
    <FormCard heading={i18n.t('Check your email')}>
      <Note kind="success">
        <Trans
          id="If there's an account for {email}, we've sent it a reset link."
          values={{
            email: (
              <strong>
                <EmailAddress {...requestedFor(state.context)} />
              </strong>
            ),
          }}
        />
      </Note>
      <Stack gap="small">
        <p>{i18n.t('The link expires in 30 minutes. If you asked for more than one, use the latest.')}</p>
        <p>{i18n.t('Not there after a few minutes? Check your spam folder.')}</p>
        <p>
          <Trans id="Still nothing? <0>Contact support</0>." components={[<RouteLink key="contact" to="contact" />]} />
        </p>
      </Stack>
      <Button variant="secondary" enabled={state.can({ type: 'BACK' })} onPress={() => send({ type: 'BACK' })}>
        {i18n.t('Use a different email address')}
      </Button>
      <BackToLogin />
    </FormCard>
  );
}
