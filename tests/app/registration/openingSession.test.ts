import { expect, test } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { openingSession } from '#app/registration/openingSession.ts';
import type { AppServices } from '#app/services.ts';
import { rejected } from '../../support/flow.ts';

const opened = { user_id: 7, user_token: 'of-the-sign-up' };
const login = { user_id: 7, user_token: 'of-another-tab' };
const used = rejected(404, 'AU1006');

/** Opens the session of a sign-up in a browser with this login; the server refuses it if it was opened before. */
function openWith(cookie: typeof login | null, isOpenedBefore: boolean) {
  const openRegistrationSession = async ({ params }: { params: { registration_token: string } }) => {
    if (isOpenedBefore || params.registration_token !== 't1') throw used;
    return { status: 201, data: opened };
  };
  const services = { api: { openRegistrationSession }, cookies: { auth: { read: () => cookie } } };
  const logic = openingSession(services as unknown as AppServices);
  return toPromise(createActor(logic, { input: { params: { registration_token: 't1' } } }).start());
}

test.each([null, login])(
  '§4 the registration that is completed here opens its session, also beside another login: %o',
  async (cookie) => {
    expect(await openWith(cookie, false)).toEqual({ status: 201, data: opened });
  },
);

test('where another tab has opened the session, the login of this browser is used', async () => {
  expect(await openWith(login, true)).toEqual({ status: 201, data: login });
});

test('where another device has opened the session, the refusal is reported', async () => {
  await expect(openWith(null, true)).rejects.toBe(used);
});
