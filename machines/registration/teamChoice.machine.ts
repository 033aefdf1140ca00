import { assign, setup } from 'xstate';
import type { TwoFactorCookie } from '#contract/browser.ts';
import type { TeamInvitation } from '#contract/registration.ts';
import { type Challenge, type RememberedSession, rememberedSession, type Session } from '#contract/session.ts';
import type { Notice } from '#domain/notice.ts';
import { openChallenge } from '../challenge.ts';
import { failureNotice, isLinkInvalid } from '../failureNotice.ts';
import { apiRequest, effect, limits, notifyUnreachable } from '../port.ts';
import { hasStepMoved, isRegistrationNotFound, movedOutcome, notFoundOutcome, type StepOutcome } from './outcome.ts';

/**
 * §6: a person whose verified address was invited signs up without the mailed link: they join the team, or start an
 * account of their own.
 */
export const teamChoiceMachine = setup({
  types: {
    context: {} as {
      token: string;
      /** The invited address. */
      email: string;
      invitations: readonly TeamInvitation[];
      /** The invitation that is being accepted. */
      subject: number | null;
      outcome: StepOutcome | null;
    },
    input: {} as { token: string; email: string; invitations: readonly TeamInvitation[] },
    output: {} as StepOutcome,
    events: {} as { type: 'JOIN'; invitation_id: number } | { type: 'START_OWN' },
    tags: {} as 'pending',
  },
  actors: { joinTeam: apiRequest('joinTeam') },
  actions: {
    notify: effect<Notice>('notify'),
    notifyUnreachable: notifyUnreachable(),
    clearNotice: effect('clearNotice'),
    openSession: effect<RememberedSession>('openSession'),
    storeChallenge: effect<TwoFactorCookie>('storeChallenge'),
    setSubject: assign((_, subject: number) => ({ subject })),
    clearSubject: assign({ subject: null }),
    removeInvitation: assign(({ context }) => ({
      invitations: context.invitations.filter(({ id }) => id !== context.subject),
    })),
    setOutcome: assign((_, outcome: StepOutcome) => ({ outcome })),
  },
  guards: {
    isInvited: ({ context }, id: number) => context.invitations.some((invitation) => invitation.id === id),
    isChallenged: (_, { status }: { status: 201 | 202 }) => status === 202,
    isRegistrationNotFound,
    hasStepMoved,
    /** The invitation was revoked by the owner, or it has expired. */
    isInvitationOver: isLinkInvalid,
  },
  delays: { answer: limits.answer },
}).createMachine({
  id: 'teamChoice',
  context: ({ input }) => ({ ...input, subject: null, outcome: null }),
  output: ({ context }) => context.outcome as StepOutcome,
  initial: 'choosing',
  states: {
    choosing: {
      entry: 'clearSubject',
      exit: 'clearNotice',
      on: {
        JOIN: {
          guard: { type: 'isInvited', params: ({ event }) => event.invitation_id },
          target: 'joining',
          actions: { type: 'setSubject', params: ({ event }) => event.invitation_id },
        },
        START_OWN: { target: 'startedOwn', actions: { type: 'setOutcome', params: { kind: 'startedOwn' } } },
      },
    },
    joining: {
      tags: 'pending',
      invoke: {
        id: 'joinTeam',
        src: 'joinTeam',
        input: ({ context }) => ({
          params: { registration_token: context.token, invitation_id: String(context.subject) },
        }),
        onDone: [
          {
            guard: { type: 'isChallenged', params: ({ event }) => event.output },
            target: 'challenged',
            actions: [
              {
                type: 'storeChallenge',
                params: ({ context, event }) =>
                  openChallenge(event.output.data as Challenge, { email: context.email, remember_me: false }),
              },
              { type: 'setOutcome', params: { kind: 'challenged' } },
            ],
          },
          {
            target: 'joined',
            actions: [
              { type: 'openSession', params: ({ event }) => rememberedSession(event.output.data as Session) },
              { type: 'setOutcome', params: { kind: 'joined' } },
            ],
          },
        ],
        onError: [
          {
            guard: { type: 'isRegistrationNotFound', params: ({ event }) => event },
            target: 'registrationNotFound',
            actions: { type: 'setOutcome', params: ({ event }) => notFoundOutcome(event.error) },
          },
          {
            guard: { type: 'hasStepMoved', params: ({ event }) => event },
            target: 'moved',
            actions: { type: 'setOutcome', params: ({ event }) => movedOutcome(event.error) },
          },
          {
            guard: { type: 'isInvitationOver', params: ({ event }) => event },
            target: 'choosing',
            actions: ['removeInvitation', { type: 'notify', params: ({ event }) => failureNotice(event.error) }],
          },
          { target: 'choosing', actions: { type: 'notify', params: ({ event }) => failureNotice(event.error) } },
        ],
      },
      after: { answer: { target: 'choosing', actions: 'notifyUnreachable' } },
    },
    /** The person is a member of the team and logged in. */
    joined: { type: 'final' },
    /** The person is a member of the team; the login requires a mailed code. */
    challenged: { type: 'final' },
    startedOwn: { type: 'final' },
    registrationNotFound: { type: 'final' },
    moved: { type: 'final' },
  },
});
