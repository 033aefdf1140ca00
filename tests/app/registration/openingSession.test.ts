import { expect, test, vi } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { openingSession } from '#app/registration/openingSession.ts';
import type { AppServices } from '#app/services.ts';

const opened = { user_id: 7, user_token: 'of-the-sign-up' };
const login = { user_id: 7, user_token: 'of-another-tab' };

/** Opens the session of a sign-up in a browser with this login. */
async function openWith(cookie: typeof login | null) {
  const openRegistrationSession = vi.fn(async () => ({ status: 201, data: opened }));
  const services = { api: { openRegistrationSession }, cookies: { auth: { read: () => cookie } } };
  const logic = openingSession(services as unknown as AppServices);
  const actor = createActor(logic, { input: { params: { registration_token: 't1' } } }).start();
  return { answer: await toPromise(actor), requests: openRegistrationSession.mock.calls };
}

test('§4 the registration that is completed here opens a session', async () => {
  const { answer, requests } = await openWith(null);
  expect(answer).toEqual({ status: 201, data: opened });
  expect(requests).toEqual([[{ params: { registration_token: 't1' } }, expect.any(AbortSignal)]]);
});

test('where another tab is logged in, its session is used, and nothing is requested', async () => {
  expect(await openWith(login)).toEqual({ answer: { status: 201, data: login }, requests: [] });
});
