import { assign, setup } from 'xstate';
import { checkAll, edit, emptyForm, type Form, leave, withErrors } from '#domain/form.ts';
import type { Notice } from '#domain/notice.ts';
import { splitFailure } from './failureNotice.ts';
import { check, cleaned, EmailForm, isValid } from './forms.ts';
import { apiRequest, effect, limits, notifyUnreachable } from './port.ts';

const checkEmail = check(EmailForm);
const splitEmailFailure = (error: unknown) => splitFailure(error, ['email']);

/** The address that the link is requested for. Only once it is valid. */
export const requestedFor = ({ form }: { form: Form<EmailForm> }) => cleaned(EmailForm, form.values);

/** §2 Request reset link: an address, then the confirmation that a link was sent; another link can be requested. */
export const recoveryMachine = setup({
  types: {
    context: {} as { form: Form<EmailForm> },
    input: {} as { email: string },
    events: {} as
      | { type: 'CHANGE'; change: Partial<EmailForm> }
      | { type: 'BLUR'; field: keyof EmailForm }
      | { type: 'SUBMIT' }
      | { type: 'BACK' },
    tags: {} as 'pending',
  },
  actors: { requestReset: apiRequest('requestReset') },
  actions: {
    notify: effect<Notice | null>('notify'),
    notifyUnreachable: notifyUnreachable(),
    clearNotice: effect('clearNotice'),
    editForm: assign(({ context }, change: Partial<EmailForm>) => ({ form: edit(context.form, change, checkEmail) })),
    checkField: assign(({ context }, field: keyof EmailForm) => ({ form: leave(context.form, field, checkEmail) })),
    checkForm: assign(({ context }) => ({ form: checkAll(context.form, checkEmail) })),
    setFormErrors: assign(({ context }, { error }: { error: unknown }) => ({
      form: withErrors(context.form, splitEmailFailure(error).fieldErrors),
    })),
  },
  guards: { isComplete: ({ context }) => isValid(EmailForm, context.form.values) },
  delays: { answer: limits.answer },
}).createMachine({
  id: 'recovery',
  context: ({ input }) => ({ form: emptyForm(input) }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        CHANGE: { actions: { type: 'editForm', params: ({ event }) => event.change } },
        BLUR: { actions: { type: 'checkField', params: ({ event }) => event.field } },
        SUBMIT: [{ guard: 'isComplete', target: 'requesting', actions: 'checkForm' }, { actions: 'checkForm' }],
      },
    },
    requesting: {
      tags: 'pending',
      entry: 'clearNotice',
      invoke: {
        id: 'requestReset',
        src: 'requestReset',
        input: ({ context }) => ({ body: requestedFor(context) }),
        onDone: 'sent',
        onError: {
          target: 'editing',
          actions: [
            { type: 'setFormErrors', params: ({ event }) => event },
            { type: 'notify', params: ({ event }) => splitEmailFailure(event.error).notice },
          ],
        },
      },
      after: {
        answer: { target: 'editing', actions: 'notifyUnreachable' },
      },
    },
    sent: { on: { BACK: 'editing' } },
  },
});
