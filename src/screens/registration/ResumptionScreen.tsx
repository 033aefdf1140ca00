import { Trans, useLingui } from '@lingui/react';
import type { resumptionMachine } from '#machines/registration/resumption.machine.ts';
import { Button } from '#ui/Button.tsx';
import { EmailAddress } from '#ui/EmailAddress.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Row } from '#ui/Stack.tsx';
import { FormCard } from '../FormCard.tsx';
import type { ScreenProps } from '../screenProps.ts';

/** Offers to continue the sign-up that was started in this tab, or to start another one. */
export function ResumptionScreen({ state, send }: ScreenProps<typeof resumptionMachine>) {
  const { i18n } = useLingui();
  const { email } = state.context;
  if (!state.matches('offering')) return <Skeleton fields={4} />;
  return (
    <FormCard
      heading={i18n.t('Continue your sign-up?')}
      lead={
        email === '' ? (
          i18n.t('You have already started to sign up. Continue where you left off, or start again.')
        ) : (
          <Trans
            id="You have already started to sign up with {email}. Continue where you left off, or start again."
            values={{
              email: (
                <strong>
                  <EmailAddress email={email} />
                </strong>
              ),
            }}
          />
        )
      }
    >
      <Row>
        <Button onPress={() => send({ type: 'RESUME' })}>{i18n.t('Continue')}</Button>
        <Button variant="secondary" onPress={() => send({ type: 'START_AGAIN' })}>
          {i18n.t('Start again')}
        </Button>
      </Row>
    </FormCard>
  );
}
