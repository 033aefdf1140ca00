import { Trans, useLingui } from '@lingui/react';
import type { registrationMachine } from '#machines/registration/registration.machine.ts';
import { Button } from '#ui/Button.tsx';
import { Row } from '#ui/Stack.tsx';
import { FormCard } from '../FormCard.tsx';
import { RouteLink } from '../RouteLink.tsx';
import type { ScreenProps } from '../screenProps.ts';

/** Shown when loading has failed; the banner says why. */
export function LoadFailure({ state, send }: ScreenProps<typeof registrationMachine>) {
  const { i18n } = useLingui();
  const isNotFound = state.matches('registrationNotFound');
  return (
    <FormCard
      heading={isNotFound ? i18n.t("You can't continue this sign-up") : i18n.t("We couldn't load your sign-up")}
      lead={
        isNotFound
          ? i18n.t("Start again. We've filled in your name and email address.")
          : state.can({ type: 'START_AGAIN' })
            ? i18n.t('Try again in a moment, or start a new sign-up.')
            : i18n.t('Your progress is saved. Try again in a moment.')
      }
    >
      {isNotFound && (
        <p>
          <Trans
            id="You may have finished it already, in another browser or on another device. <0>Log in</0>"
            components={[<RouteLink key="login" to="login" />]}
          />
        </p>
      )}
      <Row>
        {state.can({ type: 'TRY_AGAIN' }) && (
          <Button onPress={() => send({ type: 'TRY_AGAIN' })}>{i18n.t('Try again')}</Button>
        )}
        {state.can({ type: 'START_AGAIN' }) && (
          <Button variant="secondary" onPress={() => send({ type: 'START_AGAIN' })}>
            {i18n.t('Start again')}
          </Button>
        )}
      </Row>
    </FormCard>
  );
}
