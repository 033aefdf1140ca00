import { assign, setup } from 'xstate';
import type { Invitation, Teammate } from '#contract/account.ts';
import { checkAll, edit, emptyForm, type Form, leave, withErrors } from '#domain/form.ts';
import { type Notice, success } from '#domain/notice.ts';
import { failureNotice, isSessionExpired, splitFailure } from '../failureNotice.ts';
import { check, cleaned, EmailForm, isValid } from '../forms.ts';
import { apiRequest, effect, limits } from '../port.ts';
import { noAnswer, type PanelProblem } from './panel.ts';

const checkEmail = check(EmailForm);
const splitEmailFailure = (error: unknown) => splitFailure(error, ['email']);

type Team = { users: Teammate[]; invitations: Invitation[] };

/** What is changed: a user or an invitation; their ids are counted apart. */
type Subject = { kind: 'user' | 'invitation'; id: number };

/**
 * §6: users with their CX add-ons, and invitations. Only the owner can change them, one change at a time; removing a
 * teammate needs a confirmation. Ends when the session has expired.
 */
export const teamMachine = setup({
  types: {
    context: {} as {
      /** The owner, as long as the account has not ended. */
      mayChange: boolean;
      users: readonly Teammate[];
      invitations: readonly Invitation[];
      form: Form<EmailForm>;
      /** The user or invitation that is being changed or confirmed, or could not be changed; null: a new invitation. */
      subject: Subject | null;
    } & PanelProblem,
    input: {} as { mayChange: boolean },
    events: {} as
      | { type: 'TRY_AGAIN' }
      | { type: 'ASSIGN_ADD_ON'; user_id: number }
      | { type: 'REMOVE_ADD_ON'; user_id: number }
      | { type: 'REMOVE_TEAMMATE'; user_id: number }
      | { type: 'CONFIRM' }
      | { type: 'CLOSE' }
      | { type: 'CHANGE'; change: Partial<EmailForm> }
      | { type: 'BLUR'; field: keyof EmailForm }
      | { type: 'INVITE' }
      | { type: 'REVOKE'; invitation_id: number },
    tags: {} as 'pending',
  },
  actors: {
    readTeam: apiRequest('readTeam'),
    assignAddOn: apiRequest('assignAddOn'),
    removeAddOn: apiRequest('removeAddOn'),
    removeTeammate: apiRequest('removeTeammate'),
    inviteTeammate: apiRequest('inviteTeammate'),
    revokeInvitation: apiRequest('revokeInvitation'),
  },
  actions: {
    notify: effect<Notice>('notify'),
    clearNotice: effect('clearNotice'),
    setProblem: assign((_, problem: Notice | null) => ({ problem })),
    setUnreachable: assign({ problem: noAnswer }),
    clearProblem: assign({ problem: null }),
    /** Add-ons and users change the price of the account. */
    refreshAccount: effect('refreshAccount'),
    setTeam: assign((_, { users, invitations }: Team) => ({ users, invitations, subject: null })),
    setSubject: assign((_, subject: Subject) => ({ subject })),
    clearSubject: assign({ subject: null }),
    editForm: assign(({ context }, change: Partial<EmailForm>) => ({ form: edit(context.form, change, checkEmail) })),
    checkField: assign(({ context }, field: keyof EmailForm) => ({ form: leave(context.form, field, checkEmail) })),
    checkForm: assign(({ context }) => ({ form: checkAll(context.form, checkEmail) })),
    clearForm: assign({ form: emptyForm({ email: '' }) }),
    setFormErrors: assign(({ context }, { error }: { error: unknown }) => ({
      form: withErrors(context.form, splitEmailFailure(error).fieldErrors),
    })),
  },
  guards: {
    isSessionExpired: (_, { error }: { error: unknown }) => isSessionExpired(error),
    mayAssign: ({ context }, id: number) =>
      context.mayChange && context.users.some((user) => user.id === id && !user.has_cx_bundle),
    mayRemove: ({ context }, id: number) =>
      context.mayChange && context.users.some((user) => user.id === id && user.has_cx_bundle),
    mayRemoveTeammate: ({ context }, id: number) =>
      context.mayChange && context.users.some((user) => user.id === id && user.role !== 'owner'),
    mayInvite: ({ context }) => context.mayChange && isValid(EmailForm, context.form.values),
    mayChange: ({ context }) => context.mayChange,
    mayRevoke: ({ context }, id: number) =>
      context.mayChange && context.invitations.some((invitation) => invitation.id === id),
  },
  delays: { answer: limits.answer },
}).createMachine({
  id: 'team',
  context: ({ input }) => ({
    ...input,
    users: [],
    invitations: [],
    form: emptyForm({ email: '' }),
    subject: null,
    problem: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'pending',
      invoke: {
        id: 'readTeam',
        src: 'readTeam',
        input: {},
        onDone: { target: 'shown', actions: { type: 'setTeam', params: ({ event }) => event.output.data.data } },
        onError: [
          { guard: { type: 'isSessionExpired', params: ({ event }) => event }, target: 'sessionExpired' },
          { target: 'failed', actions: { type: 'setProblem', params: ({ event }) => failureNotice(event.error) } },
        ],
      },
      after: { answer: { target: 'failed', actions: 'setUnreachable' } },
    },
    failed: { exit: 'clearProblem', on: { TRY_AGAIN: 'loading' } },
    shown: {
      initial: 'listed',
      states: {
        listed: {},
        confirmingRemoval: {
          on: {
            CONFIRM: '#team.changing.removingTeammate',
            CLOSE: { target: 'listed', actions: 'clearSubject' },
          },
        },
      },
      on: {
        REMOVE_TEAMMATE: {
          guard: { type: 'mayRemoveTeammate', params: ({ event }) => event.user_id },
          target: '.confirmingRemoval',
          actions: [
            'clearProblem',
            { type: 'setSubject', params: ({ event }) => ({ kind: 'user', id: event.user_id }) },
          ],
        },
        ASSIGN_ADD_ON: {
          guard: { type: 'mayAssign', params: ({ event }) => event.user_id },
          target: 'changing.assigning',
          actions: { type: 'setSubject', params: ({ event }) => ({ kind: 'user', id: event.user_id }) },
        },
        REMOVE_ADD_ON: {
          guard: { type: 'mayRemove', params: ({ event }) => event.user_id },
          target: 'changing.removing',
          actions: { type: 'setSubject', params: ({ event }) => ({ kind: 'user', id: event.user_id }) },
        },
        REVOKE: {
          guard: { type: 'mayRevoke', params: ({ event }) => event.invitation_id },
          target: 'changing.revoking',
          actions: { type: 'setSubject', params: ({ event }) => ({ kind: 'invitation', id: event.invitation_id }) },
        },
        CHANGE: { actions: { type: 'editForm', params: ({ event }) => event.change } },
        BLUR: { actions: { type: 'checkField', params: ({ event }) => event.field } },
        INVITE: [
          { guard: 'mayInvite', target: 'changing.inviting', actions: ['clearSubject', 'checkForm'] },
          { guard: 'mayChange', actions: 'checkForm' },
        ],
      },
    },
    changing: {
      tags: 'pending',
      entry: ['clearNotice', 'clearProblem'],
      initial: 'assigning',
      after: { answer: { target: 'shown', actions: 'setUnreachable' } },
      states: {
        assigning: {
          invoke: {
            id: 'assignAddOn',
            src: 'assignAddOn',
            input: ({ context }) => ({ params: { user_id: String(context.subject?.id) } }),
            onDone: {
              target: '#team.shown',
              actions: [{ type: 'setTeam', params: ({ event }) => event.output.data.data }, 'refreshAccount'],
            },
            onError: [
              { guard: { type: 'isSessionExpired', params: ({ event }) => event }, target: '#team.sessionExpired' },
              {
                target: '#team.shown',
                actions: { type: 'setProblem', params: ({ event }) => failureNotice(event.error) },
              },
            ],
          },
        },
        removing: {
          invoke: {
            id: 'removeAddOn',
            src: 'removeAddOn',
            input: ({ context }) => ({ params: { user_id: String(context.subject?.id) } }),
            onDone: {
              target: '#team.shown',
              actions: [{ type: 'setTeam', params: ({ event }) => event.output.data.data }, 'refreshAccount'],
            },
            onError: [
              { guard: { type: 'isSessionExpired', params: ({ event }) => event }, target: '#team.sessionExpired' },
              {
                target: '#team.shown',
                actions: { type: 'setProblem', params: ({ event }) => failureNotice(event.error) },
              },
            ],
          },
        },
        removingTeammate: {
          invoke: {
            id: 'removeTeammate',
            src: 'removeTeammate',
            input: ({ context }) => ({ params: { user_id: String(context.subject?.id) } }),
            onDone: {
              target: '#team.shown',
              actions: [
                { type: 'setTeam', params: ({ event }) => event.output.data.data },
                { type: 'notify', params: success({ code: 'teammateRemoved' }) },
                'refreshAccount',
              ],
            },
            onError: [
              { guard: { type: 'isSessionExpired', params: ({ event }) => event }, target: '#team.sessionExpired' },
              {
                target: '#team.shown',
                actions: { type: 'setProblem', params: ({ event }) => failureNotice(event.error) },
              },
            ],
          },
        },
        inviting: {
          invoke: {
            id: 'inviteTeammate',
            src: 'inviteTeammate',
            input: ({ context }) => ({ body: cleaned(EmailForm, context.form.values) }),
            onDone: {
              target: '#team.shown',
              actions: [
                { type: 'setTeam', params: ({ event }) => event.output.data.data },
                'clearForm',
                { type: 'notify', params: success({ code: 'invitationSent' }) },
              ],
            },
            onError: [
              { guard: { type: 'isSessionExpired', params: ({ event }) => event }, target: '#team.sessionExpired' },
              {
                target: '#team.shown',
                actions: [
                  { type: 'setFormErrors', params: ({ event }) => event },
                  { type: 'setProblem', params: ({ event }) => splitEmailFailure(event.error).notice },
                ],
              },
            ],
          },
        },
        revoking: {
          invoke: {
            id: 'revokeInvitation',
            src: 'revokeInvitation',
            input: ({ context }) => ({ params: { invitation_id: String(context.subject?.id) } }),
            onDone: {
              target: '#team.shown',
              actions: { type: 'setTeam', params: ({ event }) => event.output.data.data },
            },
            onError: [
              { guard: { type: 'isSessionExpired', params: ({ event }) => event }, target: '#team.sessionExpired' },
              {
                target: '#team.shown',
                actions: { type: 'setProblem', params: ({ event }) => failureNotice(event.error) },
              },
            ],
          },
        },
      },
    },
    sessionExpired: { type: 'final' },
  },
});
