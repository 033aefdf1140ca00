import type { Area, Customer, Suite } from '../context.ts';
import { given, textAt } from '../rows.ts';

/** The dashboard of a customer: number, plan, end of the trial, second factor, sessions, password. */
export async function tryDashboard({ tryRow }: Suite, customer: Customer, area: Area): Promise<void> {
  const { email, password } = customer;
  const as = (body?: object) => given([customer.session], (token) => ({ token, ...(body && { body }) }));
  const account = { status: 200, has: ['data.user.email', 'data.invoices', 'data.trial_ends_on'] };

  await tryRow('', 'readAccount', as(), account);
  await tryRow('', 'listAccountPackages', as(), { status: 200, has: ['data.0.type'] });
  const ofArea = given([customer.session, area], (token, coverage_id) => ({ token, params: { coverage_id } }));
  const list = await tryRow('', 'listAccountNumbers', ofArea, { status: 200, has: ['data.numbers.0'] });
  const number = textAt(list, 'data.numbers.0.e164') ?? textAt(list, 'data.numbers.0');
  const other = given([number, area, customer.session], (e164, number_id, token) => ({
    token,
    body: { number: e164, number_id: Number(number_id) },
  }));
  await tryRow('', 'changeNumber', other, account);
  await tryRow('', 'changeUsers', as({ users: 4 }), account);
  await tryRow('none', 'changeUsers', as({ users: 0 }), { status: 400, error: 'validation', field: 'users' });
  await tryRow('', 'cancelTrial', as(), account);
  await tryRow('', 'undoCancellation', as(), account);

  const secondFactor = (enabled: boolean) => as({ enabled, password });
  await tryRow('on', 'switchSecondFactor', secondFactor(true), account);
  await tryRow('off', 'switchSecondFactor', secondFactor(false), account);
  await tryRow('a wrong password', 'switchSecondFactor', as({ enabled: true, password: `${password}!` }), {
    status: 401,
    error: 'wrongCredentials',
    field: 'password',
  });

  await tryRow('', 'listSessions', as(), { status: 200, has: ['data.0.id', 'data.0.current'] });
  await tryRow('', 'endOtherSessions', as(), { status: 200 });
  const own = given([customer.session], (token) => ({ token, params: { session_id: '999999999' } }));
  await tryRow('unknown', 'endSession', own, { status: [200, 404] });
  const renewed = `${password} and a lion`;
  const changed = await tryRow('', 'changePassword', as({ current_password: password, password: renewed }), {
    status: 200,
    has: ['user_token'],
  });
  await tryRow('the old token', 'readAccount', changed === null ? null : as(), {
    status: 401,
    error: 'sessionExpired',
  });
  if (changed !== null) Object.assign(customer, { email, password: renewed, session: textAt(changed, 'user_token') });
}
