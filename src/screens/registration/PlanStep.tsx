import type { I18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { currencies } from '#domain/constants.ts';
import { isPricedIn } from '#machines/registration/orderPrices.ts';
import type { planMachine } from '#machines/registration/plan.machine.ts';
import { currentCurrency } from '#machines/registration/stepInputs.ts';
import { orderSummary } from '#machines/registration/summary.ts';
import { Button } from '#ui/Button.tsx';
import { FormStack, Row, Stack } from '#ui/Stack.tsx';
import { SummaryLayout } from '#ui/SummaryLayout.tsx';
import { ChildFlow } from '../ChildFlow.tsx';
import { FormCard } from '../FormCard.tsx';
import { NumberPanel } from '../numbers/NumberPanel.tsx';
import { RetryNote } from '../RetryNote.tsx';
import { PlanPanel } from './PlanPanel.tsx';
import type { StepProps } from './stepProps.ts';
import { useOrderSummary } from './useOrderSummary.tsx';

/** §2: plan, users and add-ons, and the number, with what it will cost beside: one step, or two. */
export function PlanStep({ state, send, wizard }: StepProps<typeof planMachine>) {
  const { i18n } = useLingui();
  const { panels, order, packages, picked, isRestoring, hasBack } = state.context;
  const currency = currentCurrency(wizard);
  const { today, settings } = wizard;
  const priced = { order, packages, number: picked ?? ('open' as const) };
  const isLoading = state.matches({ choosing: { prices: 'loading' } }) || isRestoring;
  const isMissing = state.hasTag('pricesMissing') || (!isLoading && !isPricedIn(currencies, priced));
  const summaryContent = useOrderSummary({
    summary: isMissing ? 'missing' : isLoading ? 'loading' : orderSummary({ ...priced, currency, today, settings }),
    currency,
    onTryAgain: state.hasTag('pricesMissing') ? () => send({ type: 'TRY_AGAIN' }) : undefined,
  });
  // The page must not reveal whether this address was invited, so everyone sees the hint.
  const isUnproven = wizard.order === 'plan-first' && panels.plan && wizard.invitations.length === 0;
  const isSaving = !state.matches({ choosing: { submission: 'open' } });

  return (
    <FormCard
      heading={headingOf(panels, i18n)}
      lead={
        isUnproven &&
        i18n.t('Invited to a team? Open the link in your invitation email instead. You need no plan and no card.')
      }
    >
      <FormStack onSubmit={() => send({ type: 'SUBMIT' })} busy={isSaving}>
        <SummaryLayout
          summary={summaryContent}
          actions={
            <Stack>
              {panels.number && picked === null && (
                <p className="small soft" id="why-not-yet">
                  {i18n.t('Choose a number to continue.')}
                </p>
              )}
              <Row>
                {hasBack && (
                  <Button
                    variant="secondary"
                    enabled={state.can({ type: 'BACK' })}
                    onPress={() => send({ type: 'BACK' })}
                  >
                    {i18n.t('Back')}
                  </Button>
                )}
                <Button
                  type="submit"
                  enabled={state.can({ type: 'SUBMIT' })}
                  busy={isSaving}
                  describedBy={panels.number && picked === null ? 'why-not-yet' : undefined}
                >
                  {i18n.t('Continue')}
                </Button>
              </Row>
            </Stack>
          }
        >
          <Stack gap="large">
            {panels.plan && (
              <PlanPanel
                order={order}
                packages={packages}
                isLoading={isLoading}
                currency={currency}
                enabled={!isSaving}
                send={send}
              />
            )}
            {panels.number && (
              <ChildFlow
                actor={state.children.numberPicker}
                screen={NumberPanel}
                hasHeading={panels.plan}
                enabled={!isSaving}
              />
            )}
            {state.matches({ choosing: { number: 'broken' } }) && (
              <RetryNote onRetry={() => send({ type: 'TRY_AGAIN' })}>{i18n.t("We couldn't load this list.")}</RetryNote>
            )}
          </Stack>
        </SummaryLayout>
      </FormStack>
    </FormCard>
  );
}

function headingOf({ plan, number }: { plan: boolean; number: boolean }, i18n: I18n): string {
  if (plan && number) return i18n.t('Choose your plan and number');
  return plan ? i18n.t('Choose your plan') : i18n.t('Select a phone number');
}
