import type { Call } from '#contract/call.ts';
import { type CallName, calls } from '#contract/calls.ts';
import { PASSWORD, type Suite } from '../context.ts';

const UNKNOWN = 'no-such-token';

/** Requests that every server rejects, and calls without a session or with an unknown token. */
export async function tryErrors({ tryRow, newAddress }: Suite, isWhole: boolean): Promise<void> {
  const email = newAddress('nobody');
  const notFound = { status: 404, error: 'tokenInvalid' } as const;
  const noRegistration = { status: 404, error: 'registrationNotFound' } as const;
  const of = { registration_token: UNKNOWN };

  await tryRow(
    'a wrong password',
    'login',
    { body: { email, password: PASSWORD } },
    { status: 401, error: 'wrongCredentials' },
  );
  await tryRow('an empty body', 'login', { body: {} }, { status: 400, error: 'validation', field: 'email' });
  await tryRow('an unknown token', 'confirmCustomer', { params: { customer_token: UNKNOWN } }, notFound);
  await tryRow('an unknown token', 'redeemDiscount', { params: { customer_token: UNKNOWN } }, notFound);
  await tryRow('an unknown token', 'resetPassword', { body: { password: PASSWORD, token: UNKNOWN } }, notFound);
  await tryRow('an unknown address', 'requestReset', { body: { email } }, { status: 200 });
  await tryRow('an unknown address', 'resendConfirmation', { body: { email } }, { status: 200 });
  await tryRow('a wrong code', 'loginWithCode', { body: { code: '000000', nonce: UNKNOWN } }, { status: [400, 404] });
  await tryRow('an unknown token', 'readRegistration', { params: of }, noRegistration);
  await tryRow('an unknown token', 'updateRegistration', { params: of, body: { step: '2' } }, noRegistration);
  await tryRow('an unknown token', 'listPackages', { params: of }, noRegistration);
  await tryRow(
    'no first name',
    'createRegistration',
    { body: { first_name: '', last_name: 'Lee', email, password: PASSWORD } },
    {
      status: 400,
      error: 'validation',
      field: 'first_name',
    },
  );
  if (!isWhole) return;
  await tryRow('an unknown token', 'readReset', { params: { reset_token: UNKNOWN } }, notFound);
  await tryRow('an unknown token', 'readInvitation', { params: { invitation_token: UNKNOWN } }, notFound);
  for (const [name, call] of Object.entries(calls) as [CallName, Call][]) {
    if (!call.session) continue;
    await tryRow('no session', name, { params: anyParams(call) }, { status: 401, error: 'sessionExpired' });
  }
  const event = { family: 'login', state: 'credentials', at: new Date().toISOString() };
  await tryRow('', 'recordEvent', { body: event }, { status: 202 });
}

const anyParams = ({ path }: Call): Record<string, string> =>
  Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, '1']));
