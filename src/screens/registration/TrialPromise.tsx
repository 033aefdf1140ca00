import { useLingui } from '@lingui/react';
import type { ReactNode } from 'react';
import { Icon } from '#ui/Icon.tsx';
import './TrialPromise.css';

/** §1, §2: reassurance before anything is asked for: 30 days free, no charge before the trial ends, cancel any time. */
export function TrialPromise({ children }: { children: ReactNode }) {
  const { i18n } = useLingui();
  return (
    <ul className="trial-promise">
      <Line>{i18n.t('Your 30-day trial is 100% free.')}</Line>
      <Line>{children}</Line>
      <Line>{i18n.t('Cancel any time in your dashboard.')}</Line>
    </ul>
  );
}

const Line = ({ children }: { children: ReactNode }) => (
  <li>
    <Icon name="check" />
    <span>{children}</span>
  </li>
);
