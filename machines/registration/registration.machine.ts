import { assign, sendTo, setup } from 'xstate';
import { failureNotice, needsCookies } from '#contract/failureNotice.ts';
import type { RegistrationRecord } from '#contract/registration.ts';
import { type RememberedSession, rememberedSession } from '#contract/session.ts';
import type { IsoDate } from '#domain/calendar.ts';
import type { RegistrationStep } from '#domain/constants.ts';
import { type Notice, problem, success } from '#domain/notice.ts';
import { apiRequest, effect, limits } from '../port.ts';
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

/** §4 Registration: 1 → 2 (or 2-sso) → 3 → 4, in either order of the middle steps; each step is a machine of its own. */
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
    clearNotice: effect('clearNotice'),
    goTo: effect<{ family: 'login' | 'login2fa' | 'dashboard' }>('goTo'),
    openSession: effect<RememberedSession>('openSession'),
    /** §4: the token of the registration is kept in the address; null: there is none yet, nothing changes. */
    storeToken: effect<{ token: string | null }>('storeToken'),
    removeToken: effect<{ parameter: 'token' }>('removeToken'),
    /** `context.typed` takes the place of what was stored before. */
    storeUnsavedInput: effect('storeUnsavedInput'),
    removeUnsavedInput: effect('removeUnsavedInput'),
    /** One entry of the browser's history for each step; the same step again changes nothing. */
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
    /** §4: completed before the visitor's eyes, not some other day: that visitor is logged in. */
    isJustCompleted: ({ context: { completedAt, bank, outcome } }) =>
      completedAt !== null && (bank !== null || outcome?.kind === 'saved'),
    /** One that is over is not opened again by a reload, whatever the record still says. */
    hasHostedPage: ({ context }) => context.bankUrl !== null && context.unsavedInput.bankIsOver !== true,
    cameFromBank: ({ context }) => context.bank !== null,
    isAccountClosed: ({ context }) => isAccountClosed(context),
    isAt: ({ context }, { state }: { state: StepState }) => steps[context.order][context.shownStep].state === state,
    isElsewhere: ({ context }, { step }: { step: RegistrationStep }) =>
      step !== context.shownStep && isReached(context, step),
    isBehindUnsettled: ({ context }, { step }: { step: RegistrationStep }) => isBehindUnsettled(context, step),
    /** A submission was answered with a hosted page. */
    isPageDue: ({ context }, { outcome }: { outcome: StepOutcome | null }) => isNewPage(context, outcome),
    /** The registration has been read by the time the page is over. */
    isRead: (_, { output }: { output: { record: RegistrationRecord | null } }) => output.record !== null,
    /** The bank's page is over, and the registration waits for a card all the same. */
    isBackAtCard: ({ context: { bank, completedAt, shownStep } }) =>
      bank?.step === '4' && completedAt === null && shownStep === '4',
    isGone: ({ context }) => context.outcome?.kind === 'gone',
    hasMoved: ({ context }) => context.outcome?.kind === 'moved',
    /** The server refused the step and stands at it all the same: what it said is told. */
    isWhereItWas: ({ context }) => context.outcome?.kind === 'moved' && context.shownStep === context.leftStep,
    /** The sign-up has gone on elsewhere, and what was sent here is more than a code. */
    hasDiscardedInput: ({ context: { outcome, order, leftStep } }) =>
      outcome?.kind === 'moved' && leftStep !== null && steps[order][leftStep].state !== 'verifyingEmail',
    /** §6: a team has invited the proven address, and the visitor has not said what they want. */
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
  /** A page that stays open over midnight promises the end that a trial has which starts now. */
  on: { DAY_BEGAN: { actions: { type: 'setToday', params: ({ event }) => event.today } } },
  states: {
    /** §2: a skeleton stands here while dictionaries and countries load. */
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
    /** A flow inside this one is at fault. */
    broken: {
      entry: { type: 'notify', params: problem({ code: 'somethingWrong' }) },
      always: { target: 'failed' },
    },
    /** The token has left the address, but 'Try again' still knows it. */
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
              // The card's date is checked there.
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
        /** §2: a hosted page lies over the step that it followed; the step stays as it is until the page is over. */
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
            /** §4: the message is only a hint; what the registration says now decides. */
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
                  actions: [
                    { type: 'removeToken', params: { parameter: 'token' } },
                    { type: 'notify', params: problem({ code: 'unreachable' }) },
                  ],
                },
              },
            },
            /** A card that was not accepted is tried again in the form below; everything else is a step of its own. */
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
    /** §6: joins the team that has invited the address, or goes on with an account of one's own. */
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
          actions: [
            { type: 'removeToken', params: { parameter: 'token' } },
            { type: 'notify', params: problem({ code: 'unreachable' }) },
          ],
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
    /** The registration is done all the same; the way on is the login screen. */
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
