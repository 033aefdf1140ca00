import type { BaseIssue } from 'valibot';
import { type ErrorName, errorCodes } from '#contract/errors.ts';
import { type Language, PASSWORD_MIN } from '#domain/constants.ts';
import { messageCodes, readCode } from '#domain/messages.ts';
import { waitTexts } from '#domain/messageTexts.ts';
import { waitOf } from '#domain/wait.ts';
import { PasswordQueueFull } from '../login/passwords.ts';
import { errorMessages, fieldMessages, internalError } from '../messages/errors.ts';
import { type MessageDescriptor, translate, type Values } from '../messages/translate.ts';
import { StoreUnavailable } from '../store/errors.ts';

/** One problem of an error response, not yet translated. */
type Problem = { name: ErrorName; field?: string; message?: MessageDescriptor; values?: Values };

/**
 * Thrown by a handler to reject the call. `retryAfter` is in seconds; `limit` names the limit that is used up. It has no
 * stack: it is an expected answer, and recording a stack would take longer than everything else in it.
 */
export class ApiError extends Error {
  readonly problems: readonly Problem[];
  readonly status: number;
  readonly retryAfter: number | null;
  readonly limit: string | undefined;

  constructor(
    problems: readonly Problem[],
    status: number,
    { retryAfter = null, limit }: { retryAfter?: number | null; limit?: string | undefined } = {},
  ) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super();
    Error.stackTraceLimit = stackTraceLimit;
    this.problems = problems;
    this.status = status;
    this.retryAfter = retryAfter;
    this.limit = limit;
  }
}

type Details = {
  field?: string;
  message?: MessageDescriptor;
  retryAfter?: number | null;
  limit?: string;
  status?: number;
};

/** One error. The default status is the one that the contract assigns to its name. */
export const apiError = (name: ErrorName, { retryAfter = null, limit, status, ...problem }: Details = {}): ApiError =>
  new ApiError([{ name, ...problem }], status ?? errorCodes[name].status, { retryAfter, limit });

/** Rejects with one error. */
export function reject(name: ErrorName, details?: Details): never {
  throw apiError(name, details);
}

/** Rejects with one error per field, 400; does nothing if there is none. */
export function rejectFields(fields: Readonly<Record<string, MessageDescriptor | undefined>>): void {
  const problems = Object.entries(fields).flatMap(([field, message]): Problem[] =>
    message ? [{ name: 'validation', field, message }] : [],
  );
  if (problems.length > 0) throw new ApiError(problems, 400);
}

/**
 * Rejects with the issues that a schema has found. Their messages are message codes or internal text, which is not
 * shown.
 */
export function rejectIssues(issues: readonly BaseIssue<unknown>[]): never {
  const problems = issues.map((issue): Problem => {
    const field = issue.path?.map((item) => String(item.key)).join('.') ?? '';
    const ours = readCode(issue.received === 'undefined' ? messageCodes.blank : issue.message);
    if (ours === null) return { name: 'validation', field, message: fieldMessages.invalid };
    return {
      name: 'validation',
      field,
      message: fieldMessages[ours.code],
      values: { min: PASSWORD_MIN, letter: ours.value },
    };
  });
  throw new ApiError(firstOfEachField(problems), 400);
}

const firstOfEachField = (problems: readonly Problem[]): Problem[] =>
  problems.filter(({ field }, index) => problems.findIndex((other) => other.field === field) === index);

/** The client has disconnected before its request was complete, as Node reports it where the body is read. */
export const isCutOff = (error: unknown): boolean =>
  error instanceof Error && error.message === 'aborted' && (error as NodeJS.ErrnoException).code === 'ECONNRESET';

/** Converts anything thrown to an ApiError; null for an unexpected error. */
export function asApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  if (isCutOff(error)) return apiError('validation');
  if (error instanceof PasswordQueueFull) return apiError('unavailable', { retryAfter: 5, limit: 'password-queue' });
  if (error instanceof StoreUnavailable) return apiError('unavailable', { retryAfter: 5 });
  return null;
}

/** The answer to any other error. */
export const unexpectedError = (): ApiError => apiError('unavailable', { status: 500, message: internalError });

/** The body of an error response in the client's language (§3, §7). */
export function errorBody({ problems }: ApiError, language: Language) {
  const errors = problems.map(({ name, field = '', message = errorMessages[name], values }) => ({
    code: errorCodes[name].code,
    field,
    message: translate(language, message, values),
  }));
  return { message: errors[0]?.message ?? '', errors };
}

/** The same as one text including the wait, for URLs, which have no Retry-After. */
export function errorText(error: ApiError, language: Language): string {
  const { message } = errorBody(error, language);
  if (error.retryAfter === null) return message;
  const { unit, count } = waitOf(error.retryAfter);
  return `${message} ${translate(language, waitTexts[unit], { [unit]: count })}`;
}
