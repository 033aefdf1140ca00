import { assign, setup } from 'xstate';
import { type RememberedSession, rememberedSession } from '#contract/session.ts';
import { emptyForm, type Form } from '#domain/form.ts';
import { type Notice, problem } from '#domain/notice.ts';
import { failureNotice, isTokenInvalid, splitFailure } from './failureNotice.ts';
import { formActions } from './formActions.ts';
import { check, cleaned, InvitationForm, isValid } from './forms.ts';
import { apiRequest, effect, limits, notifyUnreachable } from './port.ts';

const splitInvitationFailure = (error: unknown) => splitFailure(error, ['first_name', 'last_name', 'password']);
const emptyValues: InvitationForm = { first_name: '', last_name: '', password: '' };

/** §6: an invited teammate opens the mailed link, enters a name and a password, and is logged in as a member. */
export const invitationMachine = setup({
  types: {
    context: {} as {
      token: string;
      /** The invited address, the company and the inviting person; null until loaded. */
      invitation: { email: string; company: string; invited_by: string } | null;
      form: Form<InvitationForm>;
    },
    input: {} as { token: string },
    events: {} as
      | { type: 'CHANGE'; change: Partial<InvitationForm> }
      | { type: 'BLUR'; field: keyof InvitationForm }
      | { type: 'SUBMIT' }
      | { type: 'TRY_AGAIN' },
    tags: {} as 'pending',
  },
  actors: { readInvitation: apiRequest('readInvitation'), acceptInvitation: apiRequest('acceptInvitation') },
  actions: {
    notify: effect<Notice | null>('notify'),
    notifyUnreachable: notifyUnreachable(),
    clearNotice: effect('clearNotice'),
    openSession: effect<RememberedSession>('openSession'),
    goTo: effect<{ family: 'dashboard' }>('goTo'),
    setInvitation: assign((_, invitation: { email: string; company: string; invited_by: string }) => ({ invitation })),
    ...formActions(check(InvitationForm), splitInvitationFailure),
    clearForm: assign({ form: emptyForm(emptyValues) }),
  },
  guards: {
    isTokenInvalid,
    isComplete: ({ context }) => isValid(InvitationForm, context.form.values),
  },
  delays: { answer: limits.answer },
}).createMachine({
  id: 'invitation',
  context: ({ input }) => ({ ...input, invitation: null, form: emptyForm(emptyValues) }),
  initial: 'reading',
  states: {
    reading: {
      tags: 'pending',
      invoke: {
        id: 'readInvitation',
        src: 'readInvitation',
        input: ({ context }) => ({ params: { invitation_token: context.token } }),
        onDone: {
          target: 'editing',
          actions: { type: 'setInvitation', params: ({ event }) => event.output.data.data },
        },
        onError: [
          { guard: { type: 'isTokenInvalid', params: ({ event }) => event }, target: 'tokenInvalid' },
          { target: 'failed', actions: { type: 'notify', params: ({ event }) => failureNotice(event.error) } },
        ],
      },
      after: { answer: { target: 'failed', actions: 'notifyUnreachable' } },
    },
    failed: { exit: 'clearNotice', on: { TRY_AGAIN: 'reading' } },
    editing: {
      on: {
        CHANGE: { actions: { type: 'editForm', params: ({ event }) => event.change } },
        BLUR: { actions: { type: 'checkField', params: ({ event }) => event.field } },
        SUBMIT: [{ guard: 'isComplete', target: 'accepting', actions: 'checkForm' }, { actions: 'checkForm' }],
      },
    },
    accepting: {
      tags: 'pending',
      entry: 'clearNotice',
      invoke: {
        id: 'acceptInvitation',
        src: 'acceptInvitation',
        input: ({ context }) => ({
          params: { invitation_token: context.token },
          body: cleaned(InvitationForm, context.form.values),
        }),
        onDone: {
          target: 'accepted',
          actions: { type: 'openSession', params: ({ event }) => rememberedSession(event.output.data) },
        },
        onError: [
          { guard: { type: 'isTokenInvalid', params: ({ event }) => event }, target: 'tokenInvalid' },
          {
            target: 'editing',
            actions: [
              { type: 'setFormErrors', params: ({ event }) => event },
              { type: 'notify', params: ({ event }) => splitInvitationFailure(event.error).notice },
            ],
          },
        ],
      },
      after: { answer: { target: 'editing', actions: 'notifyUnreachable' } },
    },
    /** The link is unknown, revoked, used or older than seven days. */
    tokenInvalid: { entry: ['clearForm', { type: 'notify', params: problem({ code: 'invitationInvalid' }) }] },
    accepted: { type: 'final', entry: ['clearForm', { type: 'goTo', params: { family: 'dashboard' } }] },
  },
});
