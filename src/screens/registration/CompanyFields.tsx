import { useLingui } from '@lingui/react';
import type { BillingForm } from '#contract/billing.ts';
import { SelectField, type SelectOption } from '#ui/SelectField.tsx';
import { Stack } from '#ui/Stack.tsx';
import { TextField } from '#ui/TextField.tsx';
import { UpperCaseField } from '#ui/UpperCaseField.tsx';
import type { TextFields } from '../useTextFields.ts';

type Props = {
  field: TextFields<BillingForm>;
  countries: readonly SelectOption[];
  enabled: boolean;
};

/** §2: optional company information, for invoices and taxes. */
export function CompanyFields({ field, countries, enabled }: Props) {
  const { i18n } = useLingui();
  return (
    <Stack>
      <TextField
        {...field('customer_name')}
        label={i18n.t('Company name')}
        type="name"
        autoComplete="section-company organization"
      />
      <SelectField
        {...field('customer_country')}
        label={i18n.t('Company country')}
        placeholder={i18n.t('Choose a country')}
        autoComplete="section-company country"
        options={countries}
        enabled={enabled}
      />
      <UpperCaseField
        {...field('customer_postcode')}
        label={i18n.t('Company postal code')}
        autoComplete="section-company postal-code"
      />
      <TextField
        {...field('customer_address')}
        label={i18n.t('Address')}
        type="name"
        autoComplete="section-company street-address"
      />
      <TextField
        {...field('customer_city')}
        label={i18n.t('City')}
        type="name"
        autoComplete="section-company address-level2"
      />
      <TextField {...field('customer_vat')} label={i18n.t('Tax ID')} type="code" autoComplete="off" />
    </Stack>
  );
}
