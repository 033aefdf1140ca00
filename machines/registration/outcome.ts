import { errorCodes } from '#contract/errors.ts';
import type { HostedPage, RegistrationFields, RegistrationRecord, RegistrationState } from '#contract/registration.ts';
import type { Notice } from '#domain/notice.ts';
import { failureNotice, guard, hasCode } from '../failureNotice.ts';

/** What a submission saved in the registration that the server's answer does not repeat. */
export type Submitted = { data: RegistrationFields; number_id?: number };

/** What a step returns to the wizard when it ends; each kind is a final state of the step's machine. */
export type StepOutcome =
  /** 200: the server has saved the step and names the next one. */
  | { kind: 'saved'; state: RegistrationState; submitted: Submitted }
  /** 202: a hosted page must be shown in a frame. */
  | { kind: 'hosted'; page: HostedPage }
  /** 'Back'. */
  | { kind: 'wentBack' }
  /** 'Continue' on a read-only account. */
  | { kind: 'wentForward' }
  /**
   * §6: the sign-up has ended in a team that had invited the address; the person is logged in, or a mailed code is
   * required.
   */
  | { kind: 'joined' }
  | { kind: 'challenged' }
  /** §6: invited to a team, but the person prefers an account of their own. */
  | { kind: 'startedOwn' }
  /** RG1002: the registration is at another step by now, perhaps because of a second tab. */
  | { kind: 'moved'; notice: Notice }
  /** The registration has advanced in another tab; this is its current state. */
  | { kind: 'advanced'; record: RegistrationRecord }
  /** RG1001: the registration no longer exists. */
  | { kind: 'registrationNotFound'; notice: Notice };

/** The answer to a submission. */
export type SubmissionAnswer = { status: 200; data: RegistrationState } | { status: 202; data: HostedPage };

/** §7: a page to show in a frame: answered with 202, or named by a 200 that does not complete the registration. */
const hostedPageOf = ({ status, data }: SubmissionAnswer): HostedPage | null => {
  if (status === 202) return data;
  return data.url && !data.completed_at ? { url: data.url, token: data.token } : null;
};

/** Whether a hosted page must be shown before the registration goes on. */
export const isHosted = (_: unknown, answer: SubmissionAnswer): boolean => hostedPageOf(answer) !== null;

/** How a step ends after an accepted submission. */
export function outcomeOf(answer: SubmissionAnswer, submitted: Submitted | null): StepOutcome {
  const page = hostedPageOf(answer);
  if (page) return { kind: 'hosted', page };
  return { kind: 'saved', state: answer.data as RegistrationState, submitted: submitted ?? { data: {} } };
}

/** RG1001: how a step ends if the registration no longer exists. */
export const notFoundOutcome = (error: unknown): StepOutcome => ({
  kind: 'registrationNotFound',
  notice: failureNotice(error),
});

/** RG1002: how a step ends if the registration is at another step by now. */
export const movedOutcome = (error: unknown): StepOutcome => ({ kind: 'moved', notice: failureNotice(error) });

/** The registration is unknown, expired or never existed. */
export const isRegistrationNotFound = hasCode('registrationNotFound');

/** The server is at another step than the one submitted. Where it names a wait, it is at work on this one. */
export const hasStepMoved = guard(
  (failure) => failure.has(errorCodes.stepRejected.code) && failure.retryAfter === null,
);

/** Another customer has taken the number. */
export const isNumberTaken = hasCode('numberTaken');
