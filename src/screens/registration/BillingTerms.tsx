import { Trans } from '@lingui/react';
import type { ReactNode } from 'react';
import { Stack } from '#ui/Stack.tsx';
import { RouteLink } from '../RouteLink.tsx';

type Terms = {
  /** When the card is first charged, and how much; null while the prices are loading. */
  first: { date: ReactNode; amount: string } | null;
};

/**
 * §2: what the button means: nothing is due today, the amount and date of the first charge, and the authorisation to
 * charge the card.
 */
export function BillingTerms({ first }: Terms) {
  return (
    <Stack gap="small">
      {first && (
        <p>
          <Trans
            id="You pay nothing today. On {date}, we'll charge your card {amount} plus taxes, unless you cancel in your dashboard before then."
            values={first}
          />
        </p>
      )}
      <p className="small soft">
        <Trans
          id="By starting the trial, you authorise us to charge this card for future payments under our <0>terms</0>."
          components={[<RouteLink key="terms" to="termsAndConditions" newTab />]}
        />
      </p>
    </Stack>
  );
}
