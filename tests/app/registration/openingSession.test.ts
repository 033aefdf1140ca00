import { expect, test } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { openingSession } from '#app/registration/openingSession.ts';
import type { AppServices } from '#app/services.ts';
import { rejected, unreachable } from '../../support/flow.ts';

const opened = { user_id: 7, user_token: 'of-the-sign-up' };
const login = { user_id: 7, user_token: 'of-another-tab' };
const used = rejected(404, 'AU1006');

/** Opens the session of a sign-up in a browser with this login; null: the server opens it. */
function openWith(cookie: typeof login | null, failure: unknown) {
  const openRegistrationSession = async ({ params }: { params: { registration_token: string } }) => {
    if (failure !== null || params.registration_token !== 't1') throw failure;
    return { status: 201, data: opened };
  };
  const services = { api: { openRegistrationSession }, cookies: { auth: { read: () => cookie } } };
  const logic = openingSession(services as unknown as AppServices);
  return toPromise(createActor(logic, { input: { params: { registration_token: 't1' } } }).start());
}

test.each([null, login])(
  '§4 the registration that is completed here opens its session, also beside another login: %o',
  async (cookie) => {
    expect(await openWith(cookie, null)).toEqual({ status: 201, data: opened });
  },
);

test('where another tab has opened the session, the login of this browser is used', async () => {
  expect(await openWith(login, used)).toEqual({ status: 201, data: login });
});

test('where another device has opened the session, the refusal is reported', async () => {
  await expect(openWith(null, used)).rejects.toBe(used);
});

test.each([
  ['refuses it for another reason', rejected(403, 'AU1004')],
  ['does not answer', unreachable],
])('where the server %s, the login of this browser may be of another account, and is not used', async (_, failure) => {
  await expect(openWith(login, failure)).rejects.toBe(failure);
});
