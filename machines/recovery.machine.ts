import { setup } from 'xstate';
import { emptyForm, type Form } from '#domain/form.ts';
import type { Notice } from '#domain/notice.ts';
import { splitFailure } from './failureNotice.ts';
import { formActions } from './formActions.ts';
import { check, cleaned, EmailForm, isValid } from './forms.ts';
import { apiRequest, effect, limits, notifyUnreachable } from './port.ts';

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
    ...formActions(check(EmailForm), splitEmailFailure),
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
