import { useLingui } from '@lingui/react';
import type { Form } from '#domain/form.ts';
import { errorText } from '#text/catalogue.ts';
import { whenLeft } from '#ui/whenLeft.ts';

/** The names of the fields whose values are texts. */
type TextName<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] & string;

type FieldEvent<Values> = { type: 'CHANGE'; change: Partial<Values> } | { type: 'BLUR'; field: keyof Values };

/**
 * Connects the text fields of a form with its flow: returns the props of a field by its name. Each edit is sent, and
 * when the focus leaves for another field, that it was left (§5).
 */
export function useTextFields<Values>(
  { values, errors }: Form<Values>,
  send: (event: FieldEvent<NoInfer<Values>>) => void,
  { readOnly }: { readOnly: boolean },
) {
  const { i18n } = useLingui();
  return <Name extends TextName<Values>>(name: Name) => ({
    name,
    readOnly,
    value: values[name] as string,
    error: errorText(i18n, errors[name]),
    onChange: (value: string) => send({ type: 'CHANGE', change: { [name]: value } as Partial<Values> }),
    onBlur: whenLeft(() => send({ type: 'BLUR', field: name })),
  });
}
