import * as v from 'valibot';
import { Label, readableItems } from './fields.ts';

const ErrorText = v.fallback(v.nullish(v.string(), ''), '');
const ErrorItem = v.object({ code: v.fallback(v.nullish(Label, ''), ''), field: ErrorText, message: ErrorText });

/**
 * §3, §7: the body of every error response. Unknown keys are ignored; missing keys, null and what cannot be read are
 * empty.
 */
export const ErrorBody = v.object({
  message: ErrorText,
  errors: v.fallback(v.nullish(readableItems(ErrorItem), []), []),
});

/** §7: the error codes of the API, each with its HTTP status. */
export const errorCodes = {
  wrongCredentials: { code: 'AU1001', status: 401 },
  notConfirmed: { code: 'AU1002', status: 403 },
  codeWrong: { code: 'AU1003', status: 400 },
  tooManyAttempts: { code: 'AU1004', status: 429 },
  sessionExpired: { code: 'AU1005', status: 401 },
  tokenInvalid: { code: 'AU1006', status: 404 },
  notAllowed: { code: 'AU1007', status: 403 },
  signUpOpen: { code: 'AU1008', status: 403 },
  registrationNotFound: { code: 'RG1001', status: 404 },
  stepRejected: { code: 'RG1002', status: 409 },
  numberTaken: { code: 'RG1003', status: 409 },
  emailUnusable: { code: 'RG1004', status: 409 },
  cardDeclined: { code: 'PY1001', status: 400 },
  validation: { code: 'VA1001', status: 400 },
  unavailable: { code: 'SV1001', status: 503 },
} as const;
export type ErrorName = keyof typeof errorCodes;
