import { useLingui } from '@lingui/react';
import { formatTrialDate, type IsoDate, unbroken } from '#domain/calendar.ts';
import type { TrialLength } from '#domain/constants.ts';
import { trialEnd } from '#domain/trial.ts';
import { usePage } from '../page.ts';

export type TrialEndProps = { startsOn: IsoDate; trialLength: TrialLength };

/** Until when a trial is free. */
export function TrialEndLine({ startsOn, trialLength }: TrialEndProps) {
  const { i18n } = useLingui();
  const { language } = usePage();
  const date = unbroken(formatTrialDate(trialEnd(startsOn, trialLength), language));
  return i18n._("You won't be charged until {date}.", { date });
}
