import { emptyForm } from '#domain/form.ts';
import { success } from '#domain/notice.ts';
import { failureNotice } from '../failureNotice.ts';
import { cleaned, EmailForm } from '../forms.ts';
import { splitEmailFailure, teamSetup } from './team.setup.ts';

/**
 * §6: users with their CX add-ons, and invitations. Only the owner can change them, one change at a time; removing a
 * teammate needs a confirmation. Ends when the session has expired.
 */
export const teamMachine = teamSetup.createMachine({
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
                guard: { type: 'isGone', params: ({ event }) => event },
                target: '#team.loading',
                actions: ['refreshAccount', { type: 'notify', params: ({ event }) => failureNotice(event.error) }],
              },
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
                guard: { type: 'isGone', params: ({ event }) => event },
                target: '#team.loading',
                actions: ['refreshAccount', { type: 'notify', params: ({ event }) => failureNotice(event.error) }],
              },
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
                'refreshAccount',
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
      },
    },
    sessionExpired: { type: 'final' },
  },
});
