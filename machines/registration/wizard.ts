import type { RegistrationFields, RegistrationRecord, TeamInvitation } from '#contract/registration.ts';
import type { Settings } from '#contract/settings.ts';
import type { IsoDate } from '#domain/calendar.ts';
import type { Currency, RegistrationStep, SignupOrder } from '#domain/constants.ts';
import type { CountryCode } from '#domain/locale.ts';
import { type Notice, problem } from '#domain/notice.ts';
import { todayIn } from '#domain/timeZone.ts';
import type { ReferenceData } from './arrival.machine.ts';
import type { BankResult } from './bankCheck.machine.ts';
import { noNames } from './noNames.ts';
import type { StepOutcome } from './outcome.ts';
import { stepBack, steps } from './steps.ts';
import { type UnsavedInput, withoutSent } from './unsavedInput.ts';

/** The wizard's input: plain data from the page, the address and the storage. */
export type WizardInput = {
  order: SignupOrder;
  /** The token of an existing registration, from the address. */
  token: string | null;
  /** §2: first_name, last_name and email from the address. */
  prefill: { first_name: string; last_name: string; email: string };
  /** Input that was typed before a reload. */
  unsavedInput: UnsavedInput;
  country: CountryCode;
  currency: Currency;
  today: IsoDate;
  timeZone: string;
  settings: Pick<
    Settings,
    'coolDownSeconds' | 'bankDeadlineSeconds' | 'termsVersion' | 'trialLength' | 'proration' | 'cardEntry'
  >;
  /** Origins that hosted pages may come from: the API's own and the settings'. */
  bankOrigins: readonly string[];
};

/** The context of the wizard: its input, the reference data, and what is known of the registration. */
export type Wizard = WizardInput &
  Omit<ReferenceData, 'record'> & {
    /** Countries and names have been loaded. */
    hasReferenceData: boolean;
    /** The saved fields of the registration. */
    savedFields: RegistrationFields;
    numberId: number | null;
    /** The server's step, and the one on screen. */
    step: RegistrationStep;
    shownStep: RegistrationStep;
    /** The step that was left last. */
    leftStep: RegistrationStep | null;
    /** The account was created by single sign-on. */
    isSso: boolean;
    completedAt: string | null;
    /** Teams that have invited the verified address. */
    invitations: readonly TeamInvitation[];
    /** When a new code can be requested, ms since the epoch. */
    resendAt: number | null;
    /** A hosted page to show. */
    bankUrl: string | null;
    /** How the hosted page of a step ended; null once the visitor has been informed. */
    bank: { result: BankResult; step: RegistrationStep } | null;
    outcome: StepOutcome | null;
    /** Steps that were sent without a definite answer: the server may or may not have saved their input. */
    unsettled: readonly RegistrationStep[];
  };

/** What a registration adds to the wizard, before there is one. */
const noRegistration = {
  savedFields: {},
  numberId: null,
  step: '1',
  shownStep: '1',
  leftStep: null,
  isSso: false,
  completedAt: null,
  invitations: [],
  resendAt: null,
  bankUrl: null,
  bank: null,
  outcome: null,
  unsettled: [],
} satisfies Partial<Wizard>;

/** The wizard before anything is loaded. */
export const newWizard = (input: WizardInput): Wizard => ({
  ...input,
  ...noRegistration,
  hasReferenceData: false,
  countries: [],
  dictionary: noNames,
  offeredNames: noNames,
});

/** Null without a time that can be read. */
const instant = (iso: string | null | undefined): number | null => Date.parse(iso ?? '') || null;

/** §4: when a registration is loaded, the wizard moves to the server's step. */
export const withRecord = (record: RegistrationRecord): Partial<Wizard> => ({
  savedFields: record.data,
  numberId: record.number_id ?? null,
  step: record.step,
  shownStep: record.step,
  isSso: record.sso === true || record.step === '2-sso',
  completedAt: record.completed_at,
  invitations: record.invitations ?? [],
  resendAt: instant(record.resend_at),
  bankUrl: record.url || null,
  unsettled: [],
});

/** A step has been sent. Until it is saved, or the registration is read, the server's state is unknown. */
export const withSent = ({ unsettled, shownStep }: Wizard): Partial<Wizard> => ({
  unsettled: [...unsettled.filter((step) => step !== shownStep), shownStep],
});

/** Whether a step comes after an unsettled one: it could show input that the server has since changed. */
export const isAfterUnsettled = ({ order, unsettled }: Wizard, step: RegistrationStep): boolean =>
  unsettled.some((other) => steps[order][other].shown < steps[order][step].shown);

/**
 * §4: the returned token is kept and the step is taken from the answer; Back and Forward only change the step on
 * screen.
 */
export const withOutcome = (wizard: Wizard, outcome: StepOutcome): Partial<Wizard> => ({
  outcome,
  leftStep: wizard.shownStep,
  ...changesAfter(wizard, outcome),
});

function changesAfter(wizard: Wizard, outcome: StepOutcome): Partial<Wizard> {
  switch (outcome.kind) {
    case 'saved':
      return {
        token: outcome.state.token,
        step: outcome.state.step,
        shownStep: outcome.state.step,
        completedAt: outcome.state.completed_at ?? null,
        invitations: outcome.state.invitations ?? [],
        resendAt: instant(outcome.state.resend_at) ?? wizard.resendAt,
        savedFields: { ...wizard.savedFields, ...outcome.submitted.data },
        numberId: outcome.submitted.number_id ?? wizard.numberId,
        unsavedInput: withoutSent(wizard.unsavedInput, wizard.shownStep),
        unsettled: wizard.unsettled.filter((step) => step !== wizard.shownStep),
      };
    case 'hosted': {
      const { bankIsOver: _, bankDeadline: __, ...unsavedInput } = wizard.unsavedInput;
      return { bankUrl: outcome.page.url, token: outcome.page.token ?? wizard.token, unsavedInput };
    }
    case 'advanced':
      return withRecord(outcome.record);
    case 'wentBack':
      return { shownStep: stepBack(wizard) ?? wizard.shownStep };
    case 'wentForward':
      return { shownStep: wizard.step };
    case 'startedOwn':
      return { unsavedInput: { ...wizard.unsavedInput, startsOwn: true } };
    default:
      return {};
  }
}

/** Whether a step was answered with a hosted page other than the one on screen. */
export const isNewPage = ({ bankUrl, unsavedInput }: Wizard, outcome: StepOutcome | null): outcome is StepOutcome =>
  outcome?.kind === 'hosted' && (outcome.page.url !== bankUrl || unsavedInput.bankIsOver === true);

/** The registration no longer exists: a new one starts with the names that were already typed. */
export const withoutRegistration = ({ savedFields, unsavedInput, prefill }: Wizard): Partial<Wizard> => ({
  ...noRegistration,
  token: null,
  unsavedInput: {},
  prefill: {
    first_name: unsavedInput.account?.first_name ?? savedFields.first_name ?? prefill.first_name,
    last_name: unsavedInput.account?.last_name ?? savedFields.last_name ?? prefill.last_name,
    email: unsavedInput.account?.email ?? savedFields.email ?? prefill.email,
  },
});

/** The day the trial started: the date of completion, according to the server. */
export const trialStart = ({ completedAt, timeZone, today }: Wizard): IsoDate => {
  const completed = Date.parse(completedAt ?? '');
  return Number.isNaN(completed) ? today : todayIn(timeZone, completed);
};

/** The server's error when it rejected a whole step. */
export const rejectionNotice = ({ outcome }: Wizard): Notice | null =>
  outcome?.kind === 'registrationNotFound' || outcome?.kind === 'moved' ? outcome.notice : null;

/**
 * The notice when a hosted page has ended and the registration is not completed. Without a token, nothing can be read
 * about what came of it.
 */
export function bankNotice({ bank, settings, token }: Wizard): Notice | null {
  if (bank === null) return null;
  if (bank.result === 'blocked') return problem({ code: 'somethingWrong' });
  if (bank.result === 'timedOut') return problem({ code: 'bankCheckTimedOut' });
  if (token === null) return problem({ code: 'signUpNotFollowed' });
  if (bank.step !== '4') return null;
  if (bank.result !== 'cancelled') return problem({ code: 'bankCheckFailed' });
  return problem({ code: settings.cardEntry === 'hosted' ? 'cardPageClosed' : 'bankCheckCancelled' });
}
