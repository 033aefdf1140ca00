import { type Check, checkAll, type Errors, edit, type Form, leave, withErrors } from '#domain/form.ts';
import { sharedAction } from './sharedAction.ts';

/** The field errors that a rejected call answered. */
type Split<Values> = (error: unknown) => { fieldErrors: Errors<Values> };

/**
 * §5: the actions of a flow with one form. A field is validated when it is changed or left, all of them when the form is
 * sent; what a call rejects is shown at its fields.
 */
export function formActions<Values extends object>(check: Check<Values>, split: Split<Values>) {
  type Part = { form: Form<Values> };
  return {
    editForm: sharedAction(({ form }: Part, change: Partial<Values>) => ({ form: edit(form, change, check) })),
    checkField: sharedAction(({ form }: Part, field: keyof Values & string) => ({ form: leave(form, field, check) })),
    checkForm: sharedAction(({ form }: Part) => ({ form: checkAll(form, check) })),
    setFormErrors: sharedAction(({ form }: Part, { error }: { error: unknown }) => ({
      form: withErrors(form, split(error).fieldErrors),
    })),
  };
}
