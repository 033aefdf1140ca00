import { useLingui } from '@lingui/react';
import type { FocusEvent } from 'react';
import type { Form } from '#domain/form.ts';
import { errorText } from '#text/catalogue.ts';
import { whenLeft } from '#ui/whenLeft.ts';

/** The names of the fields whose values are texts. */
type TextName<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] & string;

type FieldEvent<Values> = { type: 'CHANGE'; change: Partial<Values> } | { type: 'BLUR'; field: keyof Values };

/** The props of one field. */
type TextFieldProps = {
  name: string;
  readOnly: boolean;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  onBlur: (event: FocusEvent) => void;
};

/** Returns the props of a field by its name. */
export type TextFields<Values> = (name: TextName<Values>) => TextFieldProps;

/**
 * Connects the text fields of a form with its flow: returns the props of a field by its name. Each edit is sent, and
 * when the focus leaves for another field, that it was left (§5).
 */
export function useTextFields<Values>(
  { values, errors }: Form<Values>,
  send: (event: FieldEvent<NoInfer<Values>>) => void,
  { readOnly }: { readOnly: boolean },
): TextFields<Values> {
  const { i18n } = useLingui();
  return (name) => ({
    name,
    readOnly,
    value: values[name] as string,
    error: errorText(i18n, errors[name]),
    onChange: (value: string) => send({ type: 'CHANGE', change: { [name]: value } as Partial<Values> }),
    onBlur: whenLeft(() => send({ type: 'BLUR', field: name })),
  });
}
