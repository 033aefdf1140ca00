import * as v from 'valibot';
import { call } from './call.ts';
import { Code, Email, HeaderText, Label, maybeReadable, NewPassword, Password, Token } from './fields.ts';

/** §3 Login result: the logged-in user. A token that no request can carry is of no use. */
export const Session = v.object({
  user_id: v.union([v.number(), v.pipe(v.string(), v.nonEmpty())]),
  user_token: HeaderText,
});
export type Session = v.InferOutput<typeof Session>;

const SessionWithDevice = v.object({ ...Session.entries, device_fingerprint: maybeReadable(v.string()) });

/** A session, and whether this device remembers it (§3: 30 days with remember_me, else until the browser is closed). */
export type RememberedSession = Session & { remember_me: boolean };
/** Adds whether the device remembers the session. */
export const rememberedSession = ({ user_id, user_token }: Session, remember_me = false): RememberedSession => ({
  user_id,
  user_token,
  remember_me,
});

/** A second factor is required. `resend_at`: when a new code can be requested. */
export const Challenge = v.object({
  nonce: v.pipe(Label, v.nonEmpty()),
  message: maybeReadable(v.string()),
  resend_at: maybeReadable(v.string()),
});
export type Challenge = v.InferOutput<typeof Challenge>;

/** A success whatever the body is; its message is shown if there is one. */
const MaybeMessage = v.fallback(v.object({ message: maybeReadable(v.string()) }), {});

/** §3 Login credentials. */
export const Credentials = v.object({ email: Email, password: Password, remember_me: v.nullish(v.boolean(), false) });
export type Credentials = v.InferOutput<typeof Credentials>;

/** §7: logs in with a password; 202 if a second factor is required. */
export const login = call({
  method: 'post',
  path: '/login',
  body: Credentials,
  answers: { 200: Session, 202: Challenge },
});

/** §4: confirms an account with the mailed link; the answer prefills the login e-mail. */
export const confirmCustomer = call({
  method: 'post',
  path: '/customers/:customer_token/confirmation',
  anySuccess: true,
  answers: {
    200: v.object({ data: v.object({ billing_email: maybeReadable(v.string()), email: maybeReadable(v.string()) }) }),
  },
});

/** §4: adds the discount of a mailed link to the account. */
export const redeemDiscount = call({
  method: 'post',
  path: '/discounts/customers/:customer_token',
  answers: { 201: v.object({ data: v.object({ message: v.string() }) }) },
});

/** AU1002: mails the confirmation link again. */
export const resendConfirmation = call({
  method: 'post',
  path: '/confirmation',
  body: v.object({ email: Email }),
  anySuccess: true,
  answers: { 200: MaybeMessage },
});

/** Mails a new login code. */
export const resendLoginCode = call({
  method: 'post',
  path: '/code2fa/:nonce',
  answers: { 202: Challenge },
});

/** §7: completes a login with the mailed code. */
export const loginWithCode = call({
  method: 'post',
  path: '/login2fa',
  body: v.object({ code: Code, nonce: Token }),
  anySuccess: true,
  answers: { 200: SessionWithDevice },
});

/** §7: '200 on success'. */
export const requestReset = call({
  method: 'post',
  path: '/password',
  body: v.object({ email: Email }),
  answers: { 200: MaybeMessage },
});

/** §7: sets a new password with the mailed link. */
export const resetPassword = call({
  method: 'post',
  path: '/reset',
  body: v.object({ password: NewPassword, token: Token }),
  anySuccess: true,
  answers: { 200: v.object({ message: maybeReadable(v.string()), user_email: v.string() }) },
});

/**
 * Additive: the address of the account whose password a reset link changes, for password managers. The link stays
 * valid.
 */
export const readReset = call({
  method: 'get',
  path: '/reset/:reset_token',
  answers: { 200: v.object({ data: v.object({ email: v.string() }) }) },
});

/** Additive: ends the session on the server. */
export const logOut = call({
  method: 'post',
  path: '/logout',
  session: true,
  outlastsPage: true,
  anySuccess: true,
  answers: { 200: v.fallback(v.object({}), {}) },
});
