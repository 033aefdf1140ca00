import { Trans } from '@lingui/react';
import { formatTrialDate, type IsoDate } from '#domain/calendar.ts';
import type { TrialLength } from '#domain/constants.ts';
import { trialEnd } from '#domain/trial.ts';
import { Unbroken } from '#ui/Unbroken.tsx';
import { usePage } from '../page.ts';

type Props = { startsOn: IsoDate; trialLength: TrialLength };

/** Until when a trial is free. */
export function TrialEndLine({ startsOn, trialLength }: Props) {
  const { language } = usePage();
  const date = formatTrialDate(trialEnd(startsOn, trialLength), language);
  return <Trans id="You won't be charged until {date}." values={{ date: <Unbroken text={date} /> }} />;
}
