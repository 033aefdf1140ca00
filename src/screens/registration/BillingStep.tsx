import { useLingui } from '@lingui/react';
import { useMemo } from 'react';
import type { Currency, Language } from '#domain/constants.ts';
import { hasErrors } from '#domain/form.ts';
import { currencyName } from '#domain/money.ts';
import type { billingMachine } from '#machines/registration/billing.machine.ts';
import { availableCurrencies } from '#machines/registration/billingBody.ts';
import { placeName } from '#machines/registration/numberOptions.ts';
import { isPriced } from '#machines/registration/orderPrices.ts';
import { orderSummary } from '#machines/registration/summary.ts';
import { Button } from '#ui/Button.tsx';
import { Disclosure } from '#ui/Disclosure.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { FormStack, Row, Stack } from '#ui/Stack.tsx';
import { SummaryLayout } from '#ui/SummaryLayout.tsx';
import { alphabetical } from '../alphabetical.ts';
import { FormCard } from '../FormCard.tsx';
import { usePage } from '../page.ts';
import { useOrderFormats } from '../useOrderFormats.tsx';
import { useTextFields } from '../useTextFields.ts';
import { BillingTerms } from './BillingTerms.tsx';
import { CardDetails } from './CardDetails.tsx';
import { CompanyFields } from './CompanyFields.tsx';
import type { StepProps } from './stepProps.ts';
import { TrialEndLine } from './TrialEndLine.tsx';
import { TrialPromise } from './TrialPromise.tsx';
import { useOrderSummary } from './useOrderSummary.tsx';

/** §2 Step 4: the card, who pays, and what will be paid when, within sight of the button. */
export function BillingStep({ state, send, wizard }: StepProps<typeof billingMachine>) {
  const { i18n } = useLingui();
  const { language } = usePage();
  const { form, order, packages, area, numberFees, isCompanyOpen, currencies, cardEntry } = state.context;
  const { today, settings } = wizard;
  const { values } = form;
  const currency = values.card_currency;
  const { money, date } = useOrderFormats(currency);
  const isLoaded = state.matches({ editing: { prices: 'shown' } });
  const priced = { order, packages, number: numberFees };
  const summary = isLoaded ? orderSummary({ ...priced, currency, today, settings }) : null;
  const first = summary?.invoices.first;
  const firstCharge = first ? { date: date(first.dueOn), amount: money(first.amount) } : null;
  const hasPrice = (iso: Currency) => iso === currency || !isLoaded || isPriced({ ...priced, currency: iso });
  const isSaving = state.hasTag('pending');
  const summaryContent = useOrderSummary({
    summary: state.hasTag('pricesMissing') ? 'missing' : isLoaded ? summary : 'loading',
    currency,
    onTryAgain: () => send({ type: 'TRY_AGAIN' }),
    hasCurrencyField: true,
    number: {
      e164: wizard.savedFields.number,
      place: area ? placeName(area, wizard.offeredNames) : undefined,
    },
  });
  const countries = useMemo(() => named(wizard.dictionary.country, language), [wizard.dictionary, language]);

  const field = useTextFields(form, send, { readOnly: isSaving });

  return (
    <FormCard heading={i18n.t('Enter your billing information')} isWrong={hasErrors(form)}>
      <FormStack onSubmit={() => send({ type: 'SUBMIT' })} busy={isSaving}>
        <SummaryLayout
          summary={summaryContent}
          actions={
            <Stack>
              <BillingTerms first={firstCharge} />
              <Row>
                <Button
                  variant="secondary"
                  enabled={state.can({ type: 'BACK' })}
                  onPress={() => send({ type: 'BACK' })}
                >
                  {i18n.t('Back')}
                </Button>
                <Button type="submit" enabled={state.can({ type: 'SUBMIT' })} busy={isSaving}>
                  {cardEntry === 'hosted' ? i18n.t('Continue to the bank') : i18n.t('Start trial')}
                </Button>
              </Row>
            </Stack>
          }
        >
          <Stack>
            <TrialPromise>
              <TrialEndLine startsOn={today} trialLength={settings.trialLength} />
            </TrialPromise>
            {cardEntry === 'hosted' ? (
              <p>{i18n.t('You enter your card on a secure page of our payment provider, which opens next.')}</p>
            ) : (
              <CardDetails values={values} field={field} countries={countries} readOnly={isSaving} />
            )}
            {currencies.length > 1 && (
              <SelectField
                {...field('card_currency')}
                label={i18n.t('Currency')}
                autoComplete="transaction-currency"
                options={availableCurrencies(state.context)
                  .filter(hasPrice)
                  .map((iso) => ({ value: iso, label: `${iso} – ${currencyName(iso, language)}` }))}
                enabled={!isSaving}
              />
            )}
            <Disclosure
              title={i18n.t('Company information (optional)')}
              hint={i18n.t('It will be displayed on invoices and used to calculate tax.')}
              open={isCompanyOpen}
              onToggle={() => send({ type: 'COMPANY_TOGGLED' })}
            >
              {/* Rendered once it is open: another list of all countries would delay the step. */}
              {isCompanyOpen && <CompanyFields field={field} countries={countries} enabled={!isSaving} />}
            </Disclosure>
          </Stack>
        </SummaryLayout>
      </FormStack>
    </FormCard>
  );
}

/** The names of a dictionary as options. */
const named = (names: Record<string, string>, language: Language) =>
  alphabetical(
    Object.entries(names).map(([value, label]) => ({ value, label })),
    language,
  );
