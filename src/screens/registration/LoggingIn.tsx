import { useLingui } from '@lingui/react';
import type { registrationMachine } from '#machines/registration/registration.machine.ts';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Sheet } from '../Sheet.tsx';
import type { ScreenProps } from '../screenProps.ts';

/** §4: the registration is completed; the customer is being logged in, or goes to the login by hand. */
export function LoggingIn({ state, send }: ScreenProps<typeof registrationMachine>) {
  const { i18n } = useLingui();
  if (!state.matches('notLoggedIn')) {
    return (
      <Sheet heading={i18n.t('Your trial has started')} lead={i18n.t('We are logging you in.')}>
        <Skeleton fields={2} />
      </Sheet>
    );
  }
  return (
    <Sheet
      heading={i18n.t('Your trial has started')}
      lead={i18n.t('We could not log you in by ourselves. Log in with your email address and password.')}
    >
      <Button onPress={() => send({ type: 'LOG_IN' })}>{i18n.t('Log in')}</Button>
    </Sheet>
  );
}
