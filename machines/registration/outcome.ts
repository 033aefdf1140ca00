import { errorCodes } from '#contract/errors.ts';
import { failureNotice } from '#contract/failureNotice.ts';
import type { HostedPage, RegistrationFields, RegistrationState } from '#contract/registration.ts';
import { asFailure } from '#domain/failure.ts';
import type { Notice } from '#domain/notice.ts';

/** What a submission laid down in the draft, beside what the server answered. */
export type Submitted = { data: RegistrationFields; number_id?: number };

/** What a step hands to the wizard when it is over; each kind is a final state of the step's machine. */
export type StepOutcome =
  /** 200: the server has taken it and says which step follows. */
  | { kind: 'saved'; state: RegistrationState; submitted: Submitted }
  /** 202: a hosted page must be shown in a frame. */
  | { kind: 'hosted'; page: HostedPage }
  /** 'Back' (W4). */
  | { kind: 'wentBack' }
  /** On from an account that can only be looked at. */
  | { kind: 'wentOn' }
  /** RG1002: the draft stands at another step by now, perhaps because of a second tab. */
  | { kind: 'moved'; notice: Notice }
  /** RG1001: the draft is gone. */
  | { kind: 'gone'; notice: Notice };

/** An answer to a submission. */
export type SubmissionAnswer = { status: 200; data: RegistrationState } | { status: 202; data: HostedPage };

export const outcomeOf = (answer: SubmissionAnswer, submitted: Submitted | null): StepOutcome =>
  answer.status === 202
    ? { kind: 'hosted', page: answer.data }
    : { kind: 'saved', state: answer.data, submitted: submitted ?? { data: {} } };

export const goneOutcome = (error: unknown): StepOutcome => ({ kind: 'gone', notice: failureNotice(error) });

export const movedOutcome = (error: unknown): StepOutcome => ({ kind: 'moved', notice: failureNotice(error) });

/** Draft unknown, dead or never there. */
export const isDraftGone = (error: unknown): boolean => asFailure(error).has(errorCodes.draftGone.code);

/** The server stands at another step than the one submitted. */
export const hasStepMoved = (error: unknown): boolean => asFailure(error).has(errorCodes.stepRefused.code);

/** Someone else has the number by now. */
export const isNumberTaken = (error: unknown): boolean => asFailure(error).has(errorCodes.numberTaken.code);

/** Too many wrong codes: none counts any more until a new one is mailed. */
export const hasTooManyTries = (error: unknown): boolean => asFailure(error).has(errorCodes.tooManyTries.code);
