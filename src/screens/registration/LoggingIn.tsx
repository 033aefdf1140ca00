import { useLingui } from '@lingui/react';
import type { registrationMachine } from '#machines/registration/registration.machine.ts';
import { trialStart } from '#machines/registration/wizard.ts';
import { Button } from '#ui/Button.tsx';
import { Mark } from '#ui/Logo.tsx';
import { WaitingDots } from '#ui/WaitingDots.tsx';
import { FormCard } from '../FormCard.tsx';
import type { ScreenProps } from '../screenProps.ts';
import './LoggingIn.css';
import { TrialEndLine } from './TrialEndLine.tsx';
import { TrialPromise } from './TrialPromise.tsx';

/** §4: the registration is completed; the customer is being logged in, or goes to the login by hand. */
export function LoggingIn({ state, send }: ScreenProps<typeof registrationMachine>) {
  const { i18n } = useLingui();
  const { settings } = state.context;
  const isByHand = state.matches('notLoggedIn');
  return (
    <div className="started">
      <span className="started-mark">
        <Mark size={4.5} />
      </span>
      <FormCard
        heading={i18n.t('Your trial has started')}
        // The message says the same.
        isReplaceable={!isByHand}
        lead={
          isByHand ? (
            i18n.t("We couldn't log you in automatically. Log in with your email address and password.")
          ) : (
            <>
              {i18n.t('Logging you in')} <WaitingDots />
            </>
          )
        }
      >
        <TrialPromise>
          <TrialEndLine startsOn={trialStart(state.context)} trialLength={settings.trialLength} />
        </TrialPromise>
        {isByHand && (
          <Button wide onPress={() => send({ type: 'LOG_IN' })}>
            {i18n.t('Log in')}
          </Button>
        )}
      </FormCard>
    </div>
  );
}
