import { useLingui } from '@lingui/react';

/** §2: reassurance before anything is asked for. */
export function Reassurance({ trialEndsOn }: { trialEndsOn: string | null }) {
  const { i18n } = useLingui();
  return (
    <ul className="reassurance">
      <li>{i18n.t('Your 30-day trial is 100% free.')}</li>
      <li>
        {trialEndsOn
          ? i18n._('No charge is made until {date}.', { date: trialEndsOn })
          : i18n.t('No charge is made until your trial ends.')}
      </li>
      <li>{i18n.t('Cancel at any time.')}</li>
    </ul>
  );
}

type Terms = { trialEndsOn: string | null; firstAmount: string | null };

/** §2: what the button means: nothing today, how much when, and the authorisation to charge the card. */
export function BillingTerms({ trialEndsOn, firstAmount }: Terms) {
  const { i18n } = useLingui();
  return (
    <div className="small soft">
      {trialEndsOn && firstAmount && (
        <p>
          {i18n._(
            'You pay nothing today. On {date} your card is charged {amount} plus taxes, unless you cancel before.',
            {
              date: trialEndsOn,
              amount: firstAmount,
            },
          )}
        </p>
      )}
      <p>
        {i18n.t(
          'By starting the trial you authorise us to charge this card for future payments in accordance with our terms.',
        )}
      </p>
    </div>
  );
}
