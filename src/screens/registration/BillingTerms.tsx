import { useLingui } from '@lingui/react';
import { Stack } from '#ui/Stack.tsx';

type Terms = { trialEndsOn: string; firstAmount: string };

/** §2: what the button means: nothing today, how much when unless cancelled, and the authorisation to charge the card. */
export function BillingTerms({ trialEndsOn, firstAmount }: Terms) {
  const { i18n } = useLingui();
  return (
    <Stack gap="small">
      <p>
        {i18n._(
          'You pay nothing today. On {date} your card is charged {amount} plus taxes, unless you cancel before in your dashboard.',
          { date: trialEndsOn, amount: firstAmount },
        )}
      </p>
      <p className="small soft">
        {i18n.t('By starting the trial you authorise us to charge this card for future payments under our terms.')}
      </p>
    </Stack>
  );
}
