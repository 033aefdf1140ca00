import { useLingui } from '@lingui/react';
import { Suspense } from 'react';
import type { Wizard } from '#machines/registration/wizard.ts';
import { Picture } from '#ui/Picture.tsx';
import { useIsIdle } from '../useIsIdle.ts';
import { stepScreens } from './stepScreens.ts';
import { TrialPromise } from './TrialPromise.tsx';

/** What the trial costs; shown on wide screens until there is an order. */
export function TrialAside({ wizard: { today, settings } }: { wizard: Wizard }) {
  const { i18n } = useLingui();
  const isIdle = useIsIdle();
  // An invisible placeholder, so that nothing moves when the date appears.
  const someDate = (
    <span className="registration-unseen">{i18n._("You won't be charged until {date}.", { date: '20 Sep 2000' })}</span>
  );
  return (
    <aside className="registration-aside" aria-labelledby="trial-promise">
      <Picture />
      <h2 id="trial-promise">{i18n.t('Free for 30 days')}</h2>
      <TrialPromise>
        {isIdle ? (
          <Suspense fallback={someDate}>
            <stepScreens.trialEnd.Screen startsOn={today} trialLength={settings.trialLength} />
          </Suspense>
        ) : (
          someDate
        )}
      </TrialPromise>
    </aside>
  );
}
