import { Trans, useLingui } from '@lingui/react';
import { hasErrors } from '#domain/form.ts';
import type { invitationMachine } from '#machines/invitation.machine.ts';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { FormStack } from '#ui/Stack.tsx';
import { TextField } from '#ui/TextField.tsx';
import { FormCard } from '../FormCard.tsx';
import { InvitedBy } from '../InvitedBy.tsx';
import { NameFields } from '../NameFields.tsx';
import { NewPasswordField } from '../NewPasswordField.tsx';
import { RouteLink } from '../RouteLink.tsx';
import { SsoButtons } from '../SsoButtons.tsx';
import type { ScreenProps } from '../screenProps.ts';
import { useTextFields } from '../useTextFields.ts';

type Props = ScreenProps<typeof invitationMachine>;

/** §6: an invited teammate enters a name and a password. */
export function InvitationScreen({ state, send }: Props) {
  const { i18n } = useLingui();
  if (state.matches('reading') || state.matches('accepted')) return <Skeleton fields={3} />;
  if (state.matches('failed')) {
    return (
      <FormCard heading={i18n.t('Join your team')} lead={i18n.t("We couldn't load your invitation.")}>
        <Button enabled={state.can({ type: 'TRY_AGAIN' })} onPress={() => send({ type: 'TRY_AGAIN' })}>
          {i18n.t('Try again')}
        </Button>
      </FormCard>
    );
  }
  if (state.matches('tokenInvalid')) {
    return (
      <FormCard heading={i18n.t('Join your team')}>
        <p>
          <Trans
            id="You may have accepted it already, in another browser or on another device. <0>Log in</0>"
            components={[<RouteLink key="login" to="login" />]}
          />
        </p>
      </FormCard>
    );
  }
  return <Form state={state} send={send} />;
}

function Form({ state, send }: Props) {
  const { i18n } = useLingui();
  const { invitation, form } = state.context;
  const isPending = state.hasTag('pending');
  const field = useTextFields(form, send, { readOnly: isPending });
  return (
    <FormCard
      heading={i18n.t('Join your team')}
      lead={invitation && <InvitedBy {...invitation} />}
      isWrong={hasErrors(form)}
    >
      <FormStack onSubmit={() => send({ type: 'SUBMIT' })} busy={isPending}>
        <NameFields field={field} />
        <TextField
          name="email"
          label={i18n.t('Email')}
          type="email"
          autoComplete="username"
          readOnly
          value={invitation?.email ?? ''}
          onChange={() => {}}
        />
        <NewPasswordField {...field('password')} label={i18n.t('Password')} required />
        <Button type="submit" wide enabled={state.can({ type: 'SUBMIT' })} busy={isPending}>
          {i18n.t('Join and log in')}
        </Button>
      </FormStack>
      <SsoButtons from="invitation" invitation={state.context.token} />
    </FormCard>
  );
}
