import { assign, setup } from 'xstate';
import type { Invitation, Teammate } from '#contract/account.ts';
import { emptyForm, type Form } from '#domain/form.ts';
import type { Notice } from '#domain/notice.ts';
import { isSessionExpired, isTokenInvalid, splitFailure } from '../failureNotice.ts';
import { formActions } from '../formActions.ts';
import { check, EmailForm, isValid } from '../forms.ts';
import { apiRequest, effect, limits } from '../port.ts';
import { type PanelProblem, problemActions } from './panel.ts';

/** How a rejected invitation is shown: an error at its field, and a message beside the form for the rest. */
export const splitEmailFailure = (error: unknown) => splitFailure(error, ['email']);

type Team = { users: Teammate[]; invitations: Invitation[] };

/** The user or the invitation that is changed; users and invitations have separate ids. */
type Subject = { kind: 'user' | 'invitation'; id: number };

/** The types, ports, actions and guards of the team; `team.machine.ts` is its chart. */
export const teamSetup = setup({
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
    ...problemActions,
    /** Add-ons and users change the price of the account; any answer may name people who have joined meanwhile. */
    refreshAccount: effect('refreshAccount'),
    setTeam: assign((_, { users, invitations }: Team) => ({ users, invitations, subject: null })),
    setSubject: assign((_, subject: Subject) => ({ subject })),
    clearSubject: assign({ subject: null }),
    ...formActions(check(EmailForm), splitEmailFailure),
    clearForm: assign({ form: emptyForm({ email: '' }) }),
  },
  guards: {
    isSessionExpired,
    /** The person has been removed elsewhere, so the list is out of date. */
    isGone: isTokenInvalid,
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
});
