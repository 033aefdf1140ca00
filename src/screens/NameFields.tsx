import { useLingui } from '@lingui/react';
import { TextField } from '#ui/TextField.tsx';
import type { TextFields } from './useTextFields.ts';

type Props = { field: (name: 'first_name' | 'last_name') => ReturnType<TextFields<unknown>> };

/** First and last name of the person who signs up or joins. */
export function NameFields({ field }: Props) {
  const { i18n } = useLingui();
  return (
    <>
      <TextField {...field('first_name')} label={i18n.t('First name')} type="name" autoComplete="given-name" required />
      <TextField {...field('last_name')} label={i18n.t('Last name')} type="name" autoComplete="family-name" required />
    </>
  );
}
