import type { Customer, Suite } from '../context.ts';
import { given, textAt } from '../rows.ts';

/**
 * §4: logs in, with the code of a mail where the server requires one. Returns the token of the session, or null. Without a
 * customer nothing is tried.
 */
export async function logIn(
  { tryRow, mailbox }: Pick<Suite, 'tryRow' | 'mailbox'>,
  body: { email: string; password: string; remember_me: boolean } | null,
): Promise<string | null> {
  const begun = await tryRow('', 'login', body && { body }, { status: [200, 202] });
  const token = textAt(begun, 'user_token');
  if (token !== null) return token;
  const nonce = textAt(begun, 'nonce');
  if (body && nonce) await mailbox.code(body.email);
  const params = given([nonce], (own) => ({ params: { nonce: own } }));
  const resent = await tryRow('', 'resendLoginCode', params, { status: 202, has: ['nonce'] });
  const code = body && resent ? await mailbox.code(body.email) : null;
  const right = given([code, textAt(resent, 'nonce')], (six, own) => ({ body: { code: six, nonce: own } }));
  const session = await tryRow('', 'loginWithCode', right, { status: [200, 201], has: ['user_id', 'user_token'] });
  return textAt(session, 'user_token');
}

/** §7: login with and without a code, and recovery; beyond it the end of the session. */
export async function tryLogin(
  { tryRow, mailbox }: Suite,
  { email, password, session }: Customer,
  isWhole: boolean,
): Promise<void> {
  const body = { email, password, remember_me: false };
  const known = session !== null;
  await tryRow('a wrong password', 'login', known ? { body: { ...body, password: `${password}!` } } : null, {
    status: 401,
    error: 'wrongCredentials',
  });
  const token = await logIn({ tryRow, mailbox }, known ? body : null);
  if (isWhole) {
    const own = given([token], (userToken) => ({ token: userToken }));
    await tryRow('', 'logOut', own, { status: 200 });
    await tryRow('after the log-out', 'readAccount', own, { status: 401, error: 'sessionExpired' });
  }

  await tryRow('', 'requestReset', known ? { body: { email } } : null, { status: 200 });
  const reset_token = known ? await mailbox.linkToken(email, 'token') : null;
  const reset = given([reset_token], (own) => ({ params: { reset_token: own } }));
  if (isWhole) await tryRow('', 'readReset', reset, { status: 200, has: ['data.email'] });
  const changed = given([reset_token], (own) => ({ body: { password: `${password} again`, token: own } }));
  await tryRow('', 'resetPassword', changed, { status: [200, 201], has: ['user_email'] });
  await tryRow('used before', 'resetPassword', changed, { status: 404, error: 'tokenInvalid' });
}
