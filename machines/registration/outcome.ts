import { errorCodes } from '#contract/errors.ts';
import { failureNotice } from '#contract/failureNotice.ts';
import type { HostedPage, RegistrationFields, RegistrationRecord, RegistrationState } from '#contract/registration.ts';
import { asFailure } from '#domain/failure.ts';
import type { Notice } from '#domain/notice.ts';

/** What a submission laid down in the registration, beside what the server answered. */
export type Submitted = { data: RegistrationFields; number_id?: number };

/** What a step hands to the wizard when it is over; each kind is a final state of the step's machine. */
export type StepOutcome =
  /** 200: the server has taken it and says which step follows. */
  | { kind: 'saved'; state: RegistrationState; submitted: Submitted }
  /** 202: a hosted page must be shown in a frame. */
  | { kind: 'hosted'; page: HostedPage }
  /** 'Back'. */
  | { kind: 'wentBack' }
  /** On from an account that can only be looked at. */
  | { kind: 'wentOn' }
  /** §6: the sign-up has ended in a team that had invited the address: logged in, or asked for a mailed code. */
  | { kind: 'joined' }
  | { kind: 'challenged' }
  /** §6: invited to a team, but an account of one's own is wanted. */
  | { kind: 'startedOwn' }
  /** RG1002: the registration stands at another step by now, perhaps because of a second tab. */
  | { kind: 'moved'; notice: Notice }
  /** The registration has gone on in another tab: what it says now. */
  | { kind: 'advanced'; record: RegistrationRecord }
  /** RG1001: the registration is gone. */
  | { kind: 'gone'; notice: Notice };

/** An answer to a submission. */
export type SubmissionAnswer = { status: 200; data: RegistrationState } | { status: 202; data: HostedPage };

/** §7: a page to show in a frame: answered with 202, or named by an answer that does not complete the registration. */
const hostedPageOf = ({ status, data }: SubmissionAnswer): HostedPage | null => {
  if (status === 202) return data;
  return data.url && !data.completed_at ? { url: data.url, token: data.token } : null;
};

export const isHosted = (answer: SubmissionAnswer): boolean => hostedPageOf(answer) !== null;

export function outcomeOf(answer: SubmissionAnswer, submitted: Submitted | null): StepOutcome {
  const page = hostedPageOf(answer);
  if (page) return { kind: 'hosted', page };
  return { kind: 'saved', state: answer.data as RegistrationState, submitted: submitted ?? { data: {} } };
}

export const notFoundOutcome = (error: unknown): StepOutcome => ({ kind: 'gone', notice: failureNotice(error) });

export const movedOutcome = (error: unknown): StepOutcome => ({ kind: 'moved', notice: failureNotice(error) });

/** Draft unknown, dead or never there. */
export const isRegistrationNotFound = (error: unknown): boolean =>
  asFailure(error).has(errorCodes.registrationNotFound.code);

/** The server stands at another step than the one submitted. */
export const hasStepMoved = (error: unknown): boolean => asFailure(error).has(errorCodes.stepRejected.code);

/** Someone else has the number by now. */
export const isNumberTaken = (error: unknown): boolean => asFailure(error).has(errorCodes.numberTaken.code);

/** Too many wrong codes: none counts any more until a new one is mailed. */
export const hasTooManyAttempts = (error: unknown): boolean => asFailure(error).has(errorCodes.tooManyAttempts.code);
