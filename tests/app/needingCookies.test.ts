import { expect, test, vi } from 'vitest';
import type { Api } from '#adapters/api.ts';
import { needingCookies } from '#app/needingCookies.ts';
import { failureOf } from '../support/failures.ts';

const session = { status: 200, data: { user_id: 1, user_token: 't' } } as const;

function client(work: boolean) {
  const login = vi.fn(async () => session);
  const openRegistrationSession = vi.fn(async () => session);
  const requestReset = vi.fn(async () => ({ status: 200, data: { message: '' } }) as const);
  const api = needingCookies({ login, openRegistrationSession, requestReset } as unknown as Api, { work: () => work });
  return { api, login, openRegistrationSession };
}
const credentials = { body: { email: 'ann@acme.example', password: 'correct horse', remember_me: false } };

test('without cookies no login request is sent, and the failure says why', async () => {
  const { api, login } = client(false);
  expect((await failureOf(api.login(credentials))).kind).toBe('cookiesNeeded');
  expect(login).not.toHaveBeenCalled();
});

test('without cookies the login after a sign-up is not requested, so its single use is not spent', async () => {
  const { api, openRegistrationSession } = client(false);
  const opening = api.openRegistrationSession({ params: { registration_token: 't1' } });
  expect((await failureOf(opening)).kind).toBe('cookiesNeeded');
  expect(openRegistrationSession).not.toHaveBeenCalled();
});

test('calls that open no session work without cookies', async () => {
  const { api } = client(false);
  expect((await api.requestReset({ body: { email: 'ann@acme.example' } })).status).toBe(200);
});

test('with cookies a login request is sent unchanged', async () => {
  const { api, login } = client(true);
  expect(await api.login(credentials)).toBe(session);
  expect(login).toHaveBeenCalledExactlyOnceWith(credentials, undefined);
});
