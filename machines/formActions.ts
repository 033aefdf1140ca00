import { assign, type EventObject } from 'xstate';
import { type Check, checkAll, type Errors, edit, type Form, leave, withErrors } from '#domain/form.ts';

type WithForm<Values> = { form: Form<Values> };

/** An action of any flow whose context has the form. The type that XState gives it fits only one context. */
type FormAction<Values, Params> = (args: { context: WithForm<Values> }, params: Params) => void;

/** The field errors that a rejected call answered. */
type Split<Values> = (error: unknown) => { fieldErrors: Errors<Values> };

/**
 * §5: the actions of a flow with one form. A field is validated when it is changed or left, all of them when the form is
 * sent; what a call rejects is shown at its fields.
 */
export function formActions<Values extends object>(check: Check<Values>, split: Split<Values>) {
  const update = <Params>(updated: (form: Form<Values>, params: Params) => Form<Values>) =>
    assign<WithForm<Values>, EventObject, Params, EventObject, never>(({ context }, params) => ({
      form: updated(context.form, params),
    })) as FormAction<Values, Params>;
  return {
    editForm: update((form, change: Partial<Values>) => edit(form, change, check)),
    checkField: update((form, field: keyof Values & string) => leave(form, field, check)),
    checkForm: update<undefined>((form) => checkAll(form, check)),
    setFormErrors: update((form, { error }: { error: unknown }) => withErrors(form, split(error).fieldErrors)),
  };
}
