import { useLingui } from '@lingui/react';
import type { BillingForm } from '#contract/billing.ts';
import { requiresPostalCode } from '#domain/postalCode.ts';
import { CardFields } from '#ui/CardFields.tsx';
import { SelectField, type SelectOption } from '#ui/SelectField.tsx';
import { UpperCaseField } from '#ui/UpperCaseField.tsx';
import type { TextFields } from '../useTextFields.ts';

type Props = {
  values: BillingForm;
  field: TextFields<BillingForm>;
  countries: readonly SelectOption[];
  readOnly: boolean;
};

/** §2, §5: the card and its billing address, where the card is typed into the page. */
export function CardDetails({ values, field, countries, readOnly }: Props) {
  const { i18n } = useLingui();
  return (
    <>
      <CardFields field={field} />
      <SelectField
        {...field('card_country')}
        label={i18n.t('Country')}
        required
        autoComplete="billing country"
        placeholder={i18n.t('Choose a country')}
        options={countries}
        enabled={!readOnly}
      />
      <UpperCaseField
        {...field('card_postcode')}
        label={i18n.t('Postal code')}
        required={requiresPostalCode(values.card_country)}
        autoComplete="billing postal-code"
      />
    </>
  );
}
