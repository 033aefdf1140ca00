import { assign, sendTo, setup } from 'xstate';
import { failureNotice, needsCookies } from '#contract/failureNotice.ts';
import type { RegistrationRecord } from '#contract/registration.ts';
import { type RememberedSession, rememberedSession } from '#contract/session.ts';
import type { IsoDate } from '#domain/calendar.ts';
import type { RegistrationStep } from '#domain/constants.ts';
import { type Notice, problem, success } from '#domain/notice.ts';
import { apiRequest, effect, limits, notifyUnreachable } from '../port.ts';
import { accountMachine } from './account.machine.ts';
import { arrivalMachine, type ReferenceData } from './arrival.machine.ts';
import { type BankResult, bankCheckMachine } from './bankCheck.machine.ts';
import { billingMachine } from './billing.machine.ts';
import type { StepOutcome, Submitted } from './outcome.ts';
import { planMachine } from './plan.machine.ts';
import { isAccountClosed, isReached, type StepState, steps } from './steps.ts';
import { teamChoiceMachine } from './teamChoice.machine.ts';
import { type UnsavedInput, unsavedAccount, unsavedBankCheck, unsavedBilling, unsavedPlan } from './unsavedInput.ts';
import { verificationMachine } from './verification.machine.ts';
import {
  accountInput,
  bankInput,
  bankNotice,
  billingInput,
  isBehindUnsettled,
  isNewPage,
  newWizard,
  planInput,
  rejectionNotice,
  teamChoiceInput,
  verificationInput,
  type Wizard,
  type WizardInput,
  withOutcome,
  withoutRegistration,
  withRecord,
  withSent,
  withUnsavedInput,
} from './wizard.ts';

/**
 * §4 Registration: 1 → 2 (or 2-sso) → 3 → 4, with either order of the middle steps; each step is a machine of its own.
 */
export const registrationMachine = setup({
  types: {
    context: {} as Wizard,
    input: {} as WizardInput,
    events: {} as
      | { type: 'HISTORY_MOVED'; step: RegistrationStep }
      | { type: 'DAY_BEGAN'; today: IsoDate }
      | { type: 'TRY_AGAIN' }
      | { type: 'START_AGAIN' }
      | { type: 'LOG_IN' },
    tags: {} as 'pending' | 'skeleton' | 'failed',
  },
  actors: {
    arrival: arrivalMachine,
    readRegistration: apiRequest('readRegistration'),
    openRegistrationSession: apiRequest('openRegistrationSession'),
    account: accountMachine,
    verification: verificationMachine,
    plan: planMachine,
    billing: billingMachine,
    bankCheck: bankCheckMachine,
    teamChoice: teamChoiceMachine,
  },
  actions: {
    notify: effect<Notice | null>('notify'),
    notifyUnreachable: notifyUnreachable(),
    clearNotice: effect('clearNotice'),
    goTo: effect<{ family: 'login' | 'login2fa' | 'dashboard' }>('goTo'),
    openSession: effect<RememberedSession>('openSession'),
    /** §4: writes the token of the registration into the address; null: there is none yet, nothing changes. */
    storeToken: effect<{ token: string | null }>('storeToken'),
    removeToken: effect<{ parameter: 'token' }>('removeToken'),
    /** Replaces what was stored before by `context.unsavedInput`. */
    storeUnsavedInput: effect('storeUnsavedInput'),
    removeUnsavedInput: effect('removeUnsavedInput'),
    /** One entry of the browser's history for each step; showing the same step again changes nothing. */
    showStep: effect<{ step: RegistrationStep }>('showStep'),
    setReferenceData: assign((_, { record, ...referenceData }: ReferenceData) => ({
      ...referenceData,
      ...(record && withRecord(record)),
    })),
    setRecord: assign((_, record: RegistrationRecord) => withRecord(record)),
    setOutcome: assign(({ context }, outcome: StepOutcome) => withOutcome(context, outcome)),
    keepHostedPage: assign(({ context }, { outcome }: { outcome: StepOutcome | null }) =>
      isNewPage(context, outcome) ? withOutcome(context, outcome) : {},
    ),
    reopenBilling: sendTo('billing', { type: 'PAGE_CLOSED' }),
    setToday: assign((_, today: IsoDate) => ({ today })),
    tellBillingDay: sendTo('billing', ({ event }) => event),
    setShownStep: assign((_, shownStep: RegistrationStep) => ({ shownStep })),
    setUnsavedInput: assign(({ context }, unsavedInput: UnsavedInput) => ({
      unsavedInput: withUnsavedInput(context, unsavedInput),
    })),
    setUnsettled: assign(({ context }, submitted: Submitted | null) => (submitted ? withSent(context) : {})),
    setBankResult: assign(({ context }, result: BankResult) => ({ bank: { result, step: context.shownStep } })),
    clearBankCheck: assign(({ context: { unsavedInput } }) => {
      const { bankDeadline: _, ...rest } = unsavedInput;
      return { bankUrl: null, bank: null, unsavedInput: { ...rest, bankIsOver: true as const } };
    }),
    clearRegistration: assign(({ context }) => withoutRegistration(context)),
  },
  guards: {
    isNothing: (_, { output }: { output: ReferenceData | null }) => output === null,
    hasToken: ({ context }) => context.token !== null,
    isCompleted: ({ context }) => context.completedAt !== null,
    /**
     * §4: only a visitor who completes the registration now is logged in, not one who opens it after its completion.
     */
    isJustCompleted: ({ context: { completedAt, bank, outcome } }) =>
      completedAt !== null && (bank !== null || outcome?.kind === 'saved'),
    /** A hosted page that has ended is not reopened by a reload, even if the record still names it. */
    hasHostedPage: ({ context }) => context.bankUrl !== null && context.unsavedInput.bankIsOver !== true,
    cameFromBank: ({ context }) => context.bank !== null,
    isAccountClosed: ({ context }) => isAccountClosed(context),
    isAt: ({ context }, { state }: { state: StepState }) => steps[context.order][context.shownStep].state === state,
    isElsewhere: ({ context }, { step }: { step: RegistrationStep }) =>
      step !== context.shownStep && isReached(context, step),
    isBehindUnsettled: ({ context }, { step }: { step: RegistrationStep }) => isBehindUnsettled(context, step),
    /** A submission was answered with a new hosted page. */
    isPageDue: ({ context }, { outcome }: { outcome: StepOutcome | null }) => isNewPage(context, outcome),
    /** The registration was read before the hosted page ended. */
    isRead: (_, { output }: { output: { record: RegistrationRecord | null } }) => output.record !== null,
    /** The bank's page has ended, and the registration still waits for a card. */
    isBackAtCard: ({ context: { bank, completedAt, shownStep } }) =>
      bank?.step === '4' && completedAt === null && shownStep === '4',
    isGone: ({ context }) => context.outcome?.kind === 'gone',
    hasMoved: ({ context }) => context.outcome?.kind === 'moved',
    /** The server rejected the step but is still at it: its error is shown. */
    isWhereItWas: ({ context }) => context.outcome?.kind === 'moved' && context.shownStep === context.leftStep,
    /** The sign-up has advanced elsewhere, and the input lost here is more than a code. */
    hasDiscardedInput: ({ context: { outcome, order, leftStep } }) =>
      outcome?.kind === 'moved' && leftStep !== null && steps[order][leftStep].state !== 'verifyingEmail',
    /** §6: a team has invited the verified address, and the visitor has not decided yet. */
    isInvited: ({ context: { invitations, unsavedInput } }) =>
      invitations.length > 0 && unsavedInput.startsOwn !== true,
    hasJoined: ({ context }) => context.outcome?.kind === 'joined',
    isChallenged: ({ context }) => context.outcome?.kind === 'challenged',
    hasStartedOwn: ({ context }) => context.outcome?.kind === 'startedOwn',
    isSaved: ({ context }) => context.outcome?.kind === 'saved',
    needsCookies: (_, { error }: { error: unknown }) => needsCookies(error),
  },
  delays: { answer: limits.answer },
}).createMachine({
  id: 'registration',
  context: ({ input }) => newWizard(input),
  initial: 'loading',
  /** After midnight, an open page shows the end date of a trial that starts today. */
  on: { DAY_BEGAN: { actions: { type: 'setToday', params: ({ event }) => event.today } } },
  states: {
    /** §2: a skeleton is shown while dictionaries and countries load. */
    loading: {
      tags: 'skeleton',
      invoke: {
        id: 'arrival',
        src: 'arrival',
        input: ({ context }) => ({ token: context.token }),
        onDone: [
          { guard: { type: 'isNothing', params: ({ event }) => event }, target: 'failed' },
          {
            target: 'arriving',
            actions: [
              { type: 'setReferenceData', params: ({ event }) => event.output as ReferenceData },
              { type: 'storeToken', params: ({ context }) => ({ token: context.token }) },
            ],
          },
        ],
        onError: { target: 'broken' },
      },
    },
    /** A child flow has failed. */
    broken: {
      entry: { type: 'notify', params: problem({ code: 'somethingWrong' }) },
      always: { target: 'failed' },
    },
    /** The token has left the address, but 'Try again' still uses it. */
    failed: {
      tags: 'failed',
      exit: 'clearNotice',
      on: {
        TRY_AGAIN: { target: 'loading' },
        START_AGAIN: {
          guard: 'hasToken',
          target: 'loading',
          actions: ['clearRegistration', 'removeUnsavedInput', { type: 'removeToken', params: { parameter: 'token' } }],
        },
      },
    },
    arriving: {
      always: [
        { guard: 'isJustCompleted', target: 'loggingIn' },
        { guard: 'isCompleted', target: 'completed' },
        {
          guard: { type: 'isBehindUnsettled', params: ({ context }) => ({ step: context.shownStep }) },
          target: 'rereading',
        },
        { guard: 'isInvited', target: 'choosingTeam' },
        {
          guard: 'cameFromBank',
          target: 'filling',
          actions: [
            { type: 'notify', params: ({ context }) => bankNotice(context) },
            'clearBankCheck',
            'storeUnsavedInput',
          ],
        },
        { guard: 'hasHostedPage', target: 'filling' },
        {
          guard: 'isWhereItWas',
          target: 'filling',
          actions: { type: 'notify', params: ({ context }) => rejectionNotice(context) },
        },
        {
          guard: 'hasDiscardedInput',
          target: 'filling',
          actions: { type: 'notify', params: problem({ code: 'registrationMoved' }) },
        },
        { target: 'filling' },
      ],
    },
    filling: {
      entry: { type: 'showStep', params: ({ context }) => ({ step: context.shownStep }) },
      exit: 'clearNotice',
      type: 'parallel',
      states: {
        step: {
          initial: 'opening',
          states: {
            opening: {
              always: [
                { guard: 'isAccountClosed', target: 'readingAccount' },
                { guard: { type: 'isAt', params: { state: 'creatingAccount' } }, target: 'creatingAccount' },
                { guard: { type: 'isAt', params: { state: 'verifyingEmail' } }, target: 'verifyingEmail' },
                { guard: { type: 'isAt', params: { state: 'confirmingAccount' } }, target: 'confirmingAccount' },
                { guard: { type: 'isAt', params: { state: 'choosingPlan' } }, target: 'choosingPlan' },
                { guard: { type: 'isAt', params: { state: 'choosingNumber' } }, target: 'choosingNumber' },
                {
                  guard: { type: 'isAt', params: { state: 'choosingPlanAndNumber' } },
                  target: 'choosingPlanAndNumber',
                },
                { target: 'enteringBilling' },
              ],
            },
            creatingAccount: {
              invoke: {
                id: 'account',
                src: 'account',
                input: ({ context }) => accountInput(context),
                onSnapshot: {
                  actions: [
                    { type: 'setUnsettled', params: ({ event }) => event.snapshot.context.submitted },
                    { type: 'setUnsavedInput', params: ({ event }) => unsavedAccount(event.snapshot.context) },
                    'storeUnsavedInput',
                    { type: 'keepHostedPage', params: ({ event }) => event.snapshot.context },
                  ],
                },
                onDone: { target: 'left', actions: { type: 'setOutcome', params: ({ event }) => event.output } },
                onError: { target: '#registration.broken' },
              },
            },
            confirmingAccount: {
              invoke: {
                id: 'account',
                src: 'account',
                input: ({ context }) => accountInput(context),
                onSnapshot: {
                  actions: [
                    { type: 'setUnsettled', params: ({ event }) => event.snapshot.context.submitted },
                    { type: 'setUnsavedInput', params: ({ event }) => unsavedAccount(event.snapshot.context) },
                    'storeUnsavedInput',
                    { type: 'keepHostedPage', params: ({ event }) => event.snapshot.context },
                  ],
                },
                onDone: { target: 'left', actions: { type: 'setOutcome', params: ({ event }) => event.output } },
                onError: { target: '#registration.broken' },
              },
            },
            readingAccount: {
              invoke: {
                id: 'account',
                src: 'account',
                input: ({ context }) => accountInput(context),
                onDone: { target: 'left', actions: { type: 'setOutcome', params: ({ event }) => event.output } },
                onError: { target: '#registration.broken' },
              },
            },
            verifyingEmail: {
              invoke: {
                id: 'verification',
                src: 'verification',
                input: ({ context }) => verificationInput(context),
                onSnapshot: {
                  guard: { type: 'isPageDue', params: ({ event }) => event.snapshot.context },
                  actions: { type: 'keepHostedPage', params: ({ event }) => event.snapshot.context },
                },
                onDone: { target: 'left', actions: { type: 'setOutcome', params: ({ event }) => event.output } },
                onError: { target: '#registration.broken' },
              },
            },
            choosingPlan: {
              invoke: {
                id: 'plan',
                src: 'plan',
                input: ({ context }) => planInput(context),
                onSnapshot: {
                  actions: [
                    { type: 'setUnsettled', params: ({ event }) => event.snapshot.context.submitted },
                    { type: 'setUnsavedInput', params: ({ event }) => unsavedPlan(event.snapshot.context) },
                    'storeUnsavedInput',
                    { type: 'keepHostedPage', params: ({ event }) => event.snapshot.context },
                  ],
                },
                onDone: { target: 'left', actions: { type: 'setOutcome', params: ({ event }) => event.output } },
                onError: { target: '#registration.broken' },
              },
            },
            choosingNumber: {
              invoke: {
                id: 'plan',
                src: 'plan',
                input: ({ context }) => planInput(context),
                onSnapshot: {
                  actions: [
                    { type: 'setUnsettled', params: ({ event }) => event.snapshot.context.submitted },
                    { type: 'setUnsavedInput', params: ({ event }) => unsavedPlan(event.snapshot.context) },
                    'storeUnsavedInput',
                    { type: 'keepHostedPage', params: ({ event }) => event.snapshot.context },
                  ],
                },
                onDone: { target: 'left', actions: { type: 'setOutcome', params: ({ event }) => event.output } },
                onError: { target: '#registration.broken' },
              },
            },
            choosingPlanAndNumber: {
              invoke: {
                id: 'plan',
                src: 'plan',
                input: ({ context }) => planInput(context),
                onSnapshot: {
                  actions: [
                    { type: 'setUnsettled', params: ({ event }) => event.snapshot.context.submitted },
                    { type: 'setUnsavedInput', params: ({ event }) => unsavedPlan(event.snapshot.context) },
                    'storeUnsavedInput',
                    { type: 'keepHostedPage', params: ({ event }) => event.snapshot.context },
                  ],
                },
                onDone: { target: 'left', actions: { type: 'setOutcome', params: ({ event }) => event.output } },
                onError: { target: '#registration.broken' },
              },
            },
            enteringBilling: {
              // Step 4 checks the card's expiry date.
              on: {
                DAY_BEGAN: {
                  actions: [{ type: 'setToday', params: ({ event }) => event.today }, 'tellBillingDay'],
                },
              },
              invoke: {
                id: 'billing',
                src: 'billing',
                input: ({ context }) => billingInput(context),
                onSnapshot: {
                  actions: [
                    {
                      type: 'setUnsavedInput',
                      params: ({ event }) => unsavedBilling(event.snapshot.context),
                    },
                    'storeUnsavedInput',
                    { type: 'keepHostedPage', params: ({ event }) => event.snapshot.context },
                  ],
                },
                onDone: { target: 'left', actions: { type: 'setOutcome', params: ({ event }) => event.output } },
                onError: { target: '#registration.broken' },
              },
            },
            left: { type: 'final' },
          },
          onDone: { target: '#registration.answered' },
        },
        /** §2: a hosted page covers the step that led to it; the step is kept until the page ends. */
        hostedPage: {
          initial: 'closed',
          states: {
            closed: {
              always: { guard: 'hasHostedPage', target: 'open' },
              on: {
                HISTORY_MOVED: [
                  {
                    guard: { type: 'isBehindUnsettled', params: ({ event }) => event },
                    target: '#registration.rereading',
                  },
                  {
                    guard: { type: 'isElsewhere', params: ({ event }) => event },
                    target: '#registration.filling',
                    reenter: true,
                    actions: { type: 'setShownStep', params: ({ event }) => event.step },
                  },
                  { actions: { type: 'showStep', params: ({ context }) => ({ step: context.shownStep }) } },
                ],
              },
            },
            open: {
              entry: { type: 'storeToken', params: ({ context }) => ({ token: context.token }) },
              invoke: {
                id: 'bankCheck',
                src: 'bankCheck',
                input: ({ context }) => bankInput(context),
                onSnapshot: {
                  actions: [
                    { type: 'setUnsavedInput', params: ({ event }) => unsavedBankCheck(event.snapshot.context) },
                    'storeUnsavedInput',
                  ],
                },
                onDone: [
                  {
                    guard: { type: 'isRead', params: ({ event }) => event },
                    target: 'read',
                    actions: [
                      { type: 'setBankResult', params: ({ event }) => event.output.result },
                      { type: 'setRecord', params: ({ event }) => event.output.record as RegistrationRecord },
                    ],
                  },
                  {
                    guard: 'hasToken',
                    target: 'reading',
                    actions: { type: 'setBankResult', params: ({ event }) => event.output.result },
                  },
                  {
                    target: '#registration.arriving',
                    actions: { type: 'setBankResult', params: ({ event }) => event.output.result },
                  },
                ],
                onError: { target: '#registration.broken' },
              },
            },
            /** §4: the message is only a hint; the registration, read again, decides. */
            reading: {
              invoke: {
                id: 'readRegistration',
                src: 'readRegistration',
                input: ({ context }) => ({ params: { registration_token: context.token ?? '' } }),
                onDone: {
                  target: 'read',
                  actions: { type: 'setRecord', params: ({ event }) => event.output.data.data },
                },
                onError: {
                  target: '#registration.failed',
                  actions: [
                    { type: 'removeToken', params: { parameter: 'token' } },
                    { type: 'notify', params: ({ event }) => failureNotice(event.error) },
                  ],
                },
              },
              after: {
                answer: {
                  target: '#registration.failed',
                  actions: [{ type: 'removeToken', params: { parameter: 'token' } }, 'notifyUnreachable'],
                },
              },
            },
            /** After a rejected card, the form below is used again; every other outcome shows a step anew. */
            read: {
              always: [
                {
                  guard: 'isBackAtCard',
                  target: 'closed',
                  actions: [
                    { type: 'notify', params: ({ context }) => bankNotice(context) },
                    'clearBankCheck',
                    'storeUnsavedInput',
                    'reopenBilling',
                    { type: 'showStep', params: ({ context }) => ({ step: context.shownStep }) },
                  ],
                },
                { target: '#registration.arriving' },
              ],
            },
          },
        },
      },
    },
    /** §6: joins the team that invited the address, or continues with an account of one's own. */
    choosingTeam: {
      on: {
        HISTORY_MOVED: { actions: { type: 'showStep', params: ({ context }) => ({ step: context.shownStep }) } },
      },
      invoke: {
        id: 'teamChoice',
        src: 'teamChoice',
        input: ({ context }) => teamChoiceInput(context),
        onDone: { target: 'answered', actions: { type: 'setOutcome', params: ({ event }) => event.output } },
        onError: { target: 'broken' },
      },
    },
    answered: {
      always: [
        { guard: 'isGone', target: 'registrationNotFound' },
        { guard: 'hasMoved', target: 'rereading' },
        { guard: 'hasJoined', target: 'joinedTeam' },
        { guard: 'isChallenged', target: 'challenged' },
        { guard: 'hasStartedOwn', target: 'arriving', actions: 'storeUnsavedInput' },
        {
          guard: 'isSaved',
          target: 'arriving',
          actions: [{ type: 'storeToken', params: ({ context }) => ({ token: context.token }) }, 'storeUnsavedInput'],
        },
        { target: 'arriving' },
      ],
    },
    rereading: {
      tags: 'pending',
      invoke: {
        id: 'readRegistration',
        src: 'readRegistration',
        input: ({ context }) => ({ params: { registration_token: context.token ?? '' } }),
        onDone: {
          target: 'arriving',
          actions: { type: 'setRecord', params: ({ event }) => event.output.data.data },
        },
        onError: {
          target: 'failed',
          actions: [
            { type: 'removeToken', params: { parameter: 'token' } },
            { type: 'notify', params: ({ event }) => failureNotice(event.error) },
          ],
        },
      },
      after: {
        answer: {
          target: 'failed',
          actions: [{ type: 'removeToken', params: { parameter: 'token' } }, 'notifyUnreachable'],
        },
      },
    },
    loggingIn: {
      tags: 'pending',
      entry: ['removeUnsavedInput', { type: 'notify', params: success({ code: 'registrationSuccessful' }) }],
      invoke: {
        id: 'openRegistrationSession',
        src: 'openRegistrationSession',
        input: ({ context }) => ({ params: { registration_token: context.token ?? '' } }),
        onDone: {
          target: 'loggedIn',
          actions: { type: 'openSession', params: ({ event }) => rememberedSession(event.output.data, false) },
        },
        onError: [
          {
            guard: { type: 'needsCookies', params: ({ event }) => event },
            target: 'notLoggedIn',
            actions: { type: 'notify', params: ({ event }) => failureNotice(event.error) },
          },
          { target: 'notLoggedIn', actions: { type: 'notify', params: problem({ code: 'somethingWrong' }) } },
        ],
      },
      after: {
        answer: { target: 'notLoggedIn', actions: { type: 'notify', params: problem({ code: 'somethingWrong' }) } },
      },
    },
    /** The registration is complete, but the login failed; the person continues at the login screen. */
    notLoggedIn: { on: { LOG_IN: { target: 'completed' } } },
    registrationNotFound: {
      tags: 'failed',
      entry: [
        { type: 'removeToken', params: { parameter: 'token' } },
        'removeUnsavedInput',
        { type: 'notify', params: ({ context }) => rejectionNotice(context) },
      ],
      exit: 'clearNotice',
      on: { START_AGAIN: { target: 'filling', actions: 'clearRegistration' } },
    },
    completed: { type: 'final', entry: ['removeUnsavedInput', { type: 'goTo', params: { family: 'login' } }] },
    joinedTeam: { type: 'final', entry: ['removeUnsavedInput', { type: 'goTo', params: { family: 'dashboard' } }] },
    challenged: { type: 'final', entry: ['removeUnsavedInput', { type: 'goTo', params: { family: 'login2fa' } }] },
    loggedIn: { type: 'final', entry: { type: 'goTo', params: { family: 'dashboard' } } },
  },
});
