import { asFailure, type ErrorItem, type Failure, type FailureKind } from '#domain/failure.ts';
import { type Notice, problem } from '#domain/notice.ts';
import { saysWait } from '#domain/wait.ts';
import { errorCodes } from './errors.ts';

/** What a refused call says: at the fields of its form, and in the banner when anything is left to say. */
export type FailureParts<Field extends string = never> = {
  fieldErrors: Partial<Record<Field, string>>;
  notice: Notice | null;
};

/**
 * §5: errors attach to the matching fields; any other is 'code: field -> message' (only the message when it
 * names no field); with an empty list the message of the answer is shown. §8: the first error of a field counts.
 */
export function splitFailure<Field extends string = never>(
  error: unknown,
  fields: readonly Field[] = [],
): FailureParts<Field> {
  const failure = asFailure(error);
  if (failure.kind !== 'refused')
    return { fieldErrors: {}, notice: unansweredNotice(failure.kind, failure.retryAfter) };
  const isOurs = ({ field, message }: ErrorItem) => message !== '' && (fields as readonly string[]).includes(field);
  const matching = failure.errors.filter(isOurs).reverse();
  const others = failure.errors.filter((item) => !isOurs(item)).map(inWords);
  const lines = new Set(others.filter((line) => line !== ''));
  const text = failure.errors.length === 0 ? failure.message : [...lines].join('\n');
  return {
    fieldErrors: Object.fromEntries(matching.map(({ field, message }) => [field, message])) as Partial<
      Record<Field, string>
    >,
    notice: matching.length > 0 && text === '' ? null : withWait(text, failure),
  };
}

/** The banner of a refusal whose form has no fields, or whose fields are gone. */
export const failureNotice = (error: unknown): Notice =>
  splitFailure(error).notice ?? problem({ code: 'somethingWrong' });

/** The banner of a login that is over: the server may ask to wait, but only another login brings another code. */
export const loginOverNotice = (error: unknown): Notice => {
  const { waitSeconds, ...notice } = failureNotice(error);
  return waitSeconds === undefined ? notice : { ...notice, nextStep: 'logInAgain' };
};

/** §8 AU1002: the account is not confirmed. */
export const isNotConfirmed = (error: unknown): boolean => asFailure(error).has(errorCodes.notConfirmed.code);

/** §8 AU1002: what the server says of it, extended with the link that sends a new confirmation mail. */
export const notConfirmedNotice = (error: unknown, resendTo: string): Notice => {
  const { errors, message } = asFailure(error);
  const item = errors.find(({ code }) => code === errorCodes.notConfirmed.code);
  return { ...problem(wordsOrSorry(item?.message || message)), resendTo };
};

/** The caller's sign-up is not finished, so there is no account yet. */
export const isSignUpOpen = (error: unknown): boolean => asFailure(error).has(errorCodes.signUpOpen.code);

/** The session of the caller is over (401), which a wrong password (AU1001) does not mean. */
export const isSessionExpired = (error: unknown): boolean => {
  const failure = asFailure(error);
  return failure.status === 401 && !failure.has(errorCodes.wrongCredentials.code);
};

/** A code was refused for good: the nonce is unknown (404), or there were too many tries (429). */
export const isChallengeExpired = (error: unknown): boolean => [404, 429].includes(asFailure(error).status);

/** What a token or nonce stands for is gone: unknown, used or too old. */
export const isTokenInvalid = (error: unknown): boolean => asFailure(error).status === 404;

/** §8: the login was answered, but without nonce and without user_id and user_token. */
export const lacksCredentials = (error: unknown): boolean => {
  const { kind, status } = asFailure(error);
  return kind === 'unreadable' && status >= 200 && status < 300;
};

/** The browser keeps no cookies, so the question was never asked. */
export const needsCookies = (error: unknown): boolean => asFailure(error).kind === 'cookiesNeeded';

/** Seconds that the server asks to wait, or null. */
export const retryAfterOf = (error: unknown): number | null => asFailure(error).retryAfter;

/** Whether the server itself said no; otherwise the question may never have reached it. */
export const wasRejected = (error: unknown): boolean => asFailure(error).kind === 'refused';

/** The banner of a call that the server itself has not answered. */
function unansweredNotice(kind: Exclude<FailureKind, 'refused'>, retryAfter: number | null): Notice {
  if (kind !== 'unavailable') return problem({ code: kind });
  return retryAfter === null
    ? problem({ code: 'outOfOrder' })
    : { ...problem({ code: 'unavailable' }), waitSeconds: retryAfter };
}

const inWords = ({ code, field, message }: ErrorItem): string =>
  field === '' ? message || code : `${code}: ${field} -> ${message}`;

const wordsOrSorry = (text: string) => (text === '' ? ({ code: 'somethingWrong' } as const) : { text });

/** The wait is said once: by the server's own words, or by ours after them. */
const withWait = (text: string, { retryAfter }: Failure): Notice => ({
  ...problem(wordsOrSorry(text)),
  ...(retryAfter !== null && !saysWait(text, retryAfter) && { waitSeconds: retryAfter }),
});
