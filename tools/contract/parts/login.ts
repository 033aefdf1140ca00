import type { Customer, Suite } from '../context.ts';
import { given, textAt } from '../rows.ts';

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
  const begun = await tryRow('', 'login', known ? { body } : null, { status: [200, 202] });
  const nonce = textAt(begun, 'nonce');
  let token = textAt(begun, 'user_token');
  // A server whose policy requires no code is not asked for one.
  if (token === null) {
    if (nonce) await mailbox.code(email);
    const params = given([nonce], (own) => ({ params: { nonce: own } }));
    const resent = await tryRow('', 'resendLoginCode', params, { status: 202, has: ['nonce'] });
    const code = resent === null ? null : await mailbox.code(email);
    const right = given([code, textAt(resent, 'nonce')], (six, own) => ({ body: { code: six, nonce: own } }));
    token = textAt(
      await tryRow('', 'loginWithCode', right, { status: [200, 201], has: ['user_id', 'user_token'] }),
      'user_token',
    );
  }
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
