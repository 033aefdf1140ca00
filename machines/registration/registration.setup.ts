import { assign, sendTo, setup } from 'xstate';
import type { RegistrationRecord } from '#contract/registration.ts';
import type { RememberedSession } from '#contract/session.ts';
import type { IsoDate } from '#domain/calendar.ts';
import type { RegistrationStep } from '#domain/constants.ts';
import type { Notice } from '#domain/notice.ts';
import { needsCookies } from '../failureNotice.ts';
import { apiRequest, childFlow, effect, limits, notifyUnreachable } from '../port.ts';
import { accountMachine } from './account.machine.ts';
import { arrivalMachine, type ReferenceData } from './arrival.machine.ts';
import type { BankResult, bankCheckMachine } from './bankCheck.machine.ts';
import type { billingMachine } from './billing.machine.ts';
import type { StepOutcome, Submitted } from './outcome.ts';
import type { planMachine } from './plan.machine.ts';
import { withUnsavedInput } from './stepInputs.ts';
import { isAccountClosed, isReached, needsReferenceData, type StepState, steps } from './steps.ts';
import type { teamChoiceMachine } from './teamChoice.machine.ts';
import type { UnsavedInput } from './unsavedInput.ts';
import type { verificationMachine } from './verification.machine.ts';
import {
  isAfterUnsettled,
  isNewPage,
  type Wizard,
  type WizardInput,
  withOutcome,
  withoutRegistration,
  withRecord,
  withSent,
} from './wizard.ts';

/** The types, ports, actions and guards of the wizard; `registration.machine.ts` is its chart. */
export const registrationSetup = setup({
  types: {
    context: {} as Wizard,
    input: {} as WizardInput,
    events: {} as
      | { type: 'HISTORY_MOVED'; step: RegistrationStep }
      | { type: 'DAY_BEGAN'; today: IsoDate }
      | { type: 'TRY_AGAIN' }
      | { type: 'START_AGAIN' }
      | { type: 'LOG_IN' },
    tags: {} as 'pending' | 'skeleton' | 'failed' | 'started',
  },
  actors: {
    arrival: arrivalMachine,
    readRegistration: apiRequest('readRegistration'),
    openRegistrationSession: apiRequest('openRegistrationSession'),
    account: accountMachine,
    verification: childFlow<typeof verificationMachine>('verification'),
    plan: childFlow<typeof planMachine>('plan'),
    billing: childFlow<typeof billingMachine>('billing'),
    bankCheck: childFlow<typeof bankCheckMachine>('bankCheck'),
    teamChoice: childFlow<typeof teamChoiceMachine>('teamChoice'),
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
      hasReferenceData: true,
      ...(record && withRecord(record)),
    })),
    setRecord: assign((_, record: RegistrationRecord) => withRecord(record)),
    setOutcome: assign(({ context }, outcome: StepOutcome) => withOutcome(context, outcome)),
    setHostedPage: assign(({ context }, { outcome }: { outcome: StepOutcome | null }) =>
      isNewPage(context, outcome) ? withOutcome(context, outcome) : {},
    ),
    reopenBilling: sendTo('billing', { type: 'PAGE_CLOSED' }),
    setToday: assign((_, today: IsoDate) => ({ today })),
    forwardDayToBilling: sendTo('billing', ({ event }) => event),
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
    hasNoData: (_, { output }: { output: ReferenceData | null }) => output === null,
    hasToken: ({ context }) => context.token !== null,
    lacksReferenceData: ({ context }) => !context.hasReferenceData && needsReferenceData(context),
    isCompleted: ({ context }) => context.completedAt !== null,
    /**
     * §4: only a visitor who completes the registration now is logged in, not one who opens it after its completion.
     */
    isJustCompleted: ({ context: { completedAt, bank, outcome, unsavedInput } }) =>
      completedAt !== null && (bank !== null || outcome?.kind === 'saved' || unsavedInput.cardSent === true),
    /** A hosted page that has ended is not reopened by a reload, even if the record still names it. */
    hasHostedPage: ({ context }) => context.bankUrl !== null && context.unsavedInput.bankIsOver !== true,
    hasBankResult: ({ context }) => context.bank !== null,
    isAccountClosed: ({ context }) => isAccountClosed(context),
    isAt: ({ context }, { state }: { state: StepState }) => steps[context.order][context.shownStep].state === state,
    isOtherStep: ({ context }, { step }: { step: RegistrationStep }) =>
      step !== context.shownStep && isReached(context, step),
    isAfterUnsettled: ({ context }, { step }: { step: RegistrationStep }) => isAfterUnsettled(context, step),
    /** The registration was read before the hosted page ended. */
    hasRecord: (_, { output }: { output: { record: RegistrationRecord | null } }) => output.record !== null,
    /** The bank's page has ended, and the registration still waits for a card. */
    needsCardAgain: ({ context: { bank, completedAt, shownStep } }) =>
      bank?.step === '4' && completedAt === null && shownStep === '4',
    isRegistrationNotFound: ({ context }) => context.outcome?.kind === 'registrationNotFound',
    hasMoved: ({ context }) => context.outcome?.kind === 'moved',
    /** The server rejected the step but is still at it: its error is shown. */
    isStepUnchanged: ({ context }) => context.outcome?.kind === 'moved' && context.shownStep === context.leftStep,
    /** The sign-up has advanced elsewhere, and the input lost here is more than a code. */
    hasDiscardedInput: ({ context: { outcome, order, leftStep } }) =>
      (outcome?.kind === 'moved' || outcome?.kind === 'advanced') &&
      leftStep !== null &&
      steps[order][leftStep].state !== 'verifyingEmail',
    /** §6: a team has invited the verified address, and the visitor has not decided yet. */
    isInvited: ({ context: { invitations, unsavedInput } }) =>
      invitations.length > 0 && unsavedInput.startsOwn !== true,
    hasJoined: ({ context }) => context.outcome?.kind === 'joined',
    isChallenged: ({ context }) => context.outcome?.kind === 'challenged',
    hasStartedOwn: ({ context }) => context.outcome?.kind === 'startedOwn',
    isSaved: ({ context }) => context.outcome?.kind === 'saved',
    /** The server has accepted the step, and names the same one as the next. */
    hasNotAdvanced: ({ context: { outcome, shownStep, leftStep, completedAt } }) =>
      outcome?.kind === 'saved' && shownStep === leftStep && completedAt === null,
    needsCookies,
  },
  /** The message of success can be read: it stays this long after the login has succeeded. */
  delays: { answer: limits.answer, successRead: 1500 },
});
