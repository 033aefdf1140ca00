import { useLingui } from '@lingui/react';
import { formatTrialDate, type IsoDate } from '#domain/calendar.ts';
import { Icon } from '#ui/Icon.tsx';
import { usePage } from '../page.ts';
import './TrialPromise.css';

/** §1, §2: reassurance before anything is asked for: 30 days free, no charge before the trial ends, cancel any time. */
export function TrialPromise({ trialEndsOn }: { trialEndsOn: IsoDate }) {
  const { i18n } = useLingui();
  const date = formatTrialDate(trialEndsOn, usePage().language);
  const lines = [
    i18n.t('Your 30-day trial is 100% free.'),
    i18n._("You won't be charged until {date}.", { date }),
    i18n.t('Cancel any time in your dashboard.'),
  ];
  return (
    <ul className="trial-promise">
      {lines.map((line) => (
        <li key={line}>
          <Icon name="check" />
          <span>{line}</span>
        </li>
      ))}
    </ul>
  );
}
