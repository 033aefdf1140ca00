import { type ErrorName, errorCodes } from '#contract/errors.ts';
import { asFailure, type ErrorItem, type Failure, type FailureKind, isFinal } from '#domain/failure.ts';
import { type Notice, problem } from '#domain/notice.ts';
import { statesWait } from '#domain/wait.ts';

/** How a failed call is shown: errors at the fields of its form, and a banner for the rest, if any. */
type FailureParts<Field extends string = never> = {
  fieldErrors: Partial<Record<Field, string>>;
  notice: Notice | null;
};

/**
 * §5: errors attach to the matching fields; any other is shown as 'code: field -> message' (only the message if it
 * names no field); with an empty list the message of the answer is shown. §8: the first error of a field is used.
 */
export function splitFailure<Field extends string = never>(
  error: unknown,
  fields: readonly Field[] = [],
): FailureParts<Field> {
  const failure = asFailure(error);
  if (failure.kind !== 'rejected')
    return { fieldErrors: {}, notice: unansweredNotice(failure.kind, failure.retryAfter) };
  const isOurs = ({ field, message }: ErrorItem) => message !== '' && (fields as readonly string[]).includes(field);
  const matching = failure.errors.filter(isOurs).reverse();
  const others = failure.errors.filter((item) => !isOurs(item)).map(errorLine);
  const lines = new Set(others.filter((line) => line !== ''));
  const text = failure.errors.length === 0 ? failure.message : [...lines].join('\n');
  return {
    fieldErrors: Object.fromEntries(matching.map(({ field, message }) => [field, message])) as Partial<
      Record<Field, string>
    >,
    notice: matching.length > 0 && text === '' ? null : withWait(text, failure),
  };
}

/** The banner for an error whose form has no fields, or is no longer shown. */
export const failureNotice = (error: unknown): Notice =>
  splitFailure(error).notice ?? problem({ code: 'somethingWrong' });

/**
 * The banner when the login challenge has ended: even if the server sets a wait, only a new login sends another code.
 */
export const loginOverNotice = (error: unknown): Notice => {
  const { waitSeconds, ...notice } = failureNotice(error);
  return waitSeconds === undefined ? notice : { ...notice, nextStep: 'logInAgain' };
};

/** §8 AU1002: the server's message, with a link that sends a new confirmation mail. */
export const notConfirmedNotice = (error: unknown, resendTo: string): Notice => {
  const { errors, message } = asFailure(error);
  const item = errors.find(({ code }) => code === errorCodes.notConfirmed.code);
  return { ...problem(messageOrDefault(item?.message || message)), resendTo };
};

/** The wait that the server requires, in seconds, or null. */
export const retryAfterOf = (error: unknown): number | null => asFailure(error).retryAfter;

/* The guards of the transitions on the error of a call; `params: ({ event }) => event` passes its event. */

/** The event of a failed call. */
export type Failed = { error: unknown };

/** A guard by what the failure is. */
export const guard =
  (holds: (failure: Failure) => boolean) =>
  (_: unknown, { error }: Failed): boolean =>
    holds(asFailure(error));

/** A guard by the code of the error. */
export const hasCode = (name: ErrorName) => guard((failure) => failure.has(errorCodes[name].code));

/** §8 AU1002: the account is not confirmed. */
export const isNotConfirmed = hasCode('notConfirmed');

/** The person's sign-up is not finished, so there is no account yet. */
export const isSignUpOpen = hasCode('signUpOpen');

/** The session has expired (401); a wrong password (AU1001) does not count. */
export const isSessionExpired = guard(
  (failure) => failure.status === 401 && !failure.has(errorCodes.wrongCredentials.code),
);

/** The token or nonce is unknown, used or expired. */
export const isTokenInvalid = guard(({ status }) => status === 404);

/** The same by its code, where the status is not enough: an API without an additive call answers 404 too. */
export const isLinkInvalid = hasCode('tokenInvalid');

/** Too many wrong codes. A 429 without the code says only that there were too many requests. */
export const hasTooManyAttempts = hasCode('tooManyAttempts');

/** The code can no longer be accepted: the nonce is unknown (404), or there were too many attempts. */
export const isChallengeExpired = (args: unknown, failed: Failed): boolean =>
  isTokenInvalid(args, failed) || hasTooManyAttempts(args, failed);

/** §8: the login was answered, but without nonce and without user_id and user_token. */
export const lacksCredentials = guard(({ kind, status }) => kind === 'unreadable' && status >= 200 && status < 300);

/** The browser accepts no cookies, so the request was not sent. */
export const needsCookies = guard(({ kind }) => kind === 'cookiesNeeded');

/** The same request would be rejected again. */
export const isRejectedForGood = guard(isFinal);

/** The banner for a call that the server itself has not answered. */
function unansweredNotice(kind: Exclude<FailureKind, 'rejected'>, retryAfter: number | null): Notice {
  if (kind !== 'unavailable') return problem({ code: kind });
  return retryAfter === null
    ? problem({ code: 'outOfOrder' })
    : { ...problem({ code: 'unavailable' }), waitSeconds: retryAfter };
}

const errorLine = ({ code, field, message }: ErrorItem): string =>
  field === '' ? message || code : `${code && `${code}: `}${field} -> ${message}`;

const messageOrDefault = (text: string) => (text === '' ? ({ code: 'somethingWrong' } as const) : { text });

/** The wait is stated once: in the server's text, or in ours after it. */
const withWait = (text: string, { retryAfter }: Failure): Notice => ({
  ...problem(messageOrDefault(text)),
  ...(retryAfter !== null && !statesWait(text, retryAfter) && { waitSeconds: retryAfter }),
});
