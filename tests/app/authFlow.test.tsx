import { afterEach, expect, test, vi } from 'vitest';
import { open } from '#app/flows/auth.tsx';
import { parseLocation } from '#app/navigation/appLocation.ts';
import type { AppServices } from '#app/services.ts';
import { settings } from '#settings';

const LOGIN = parseLocation({ pathname: '/login/', search: '' });

afterEach(() => {
  vi.restoreAllMocks();
});

/** A login that succeeds, in a browser that stores its session or does not. */
async function logIn({ isStored }: { isStored: boolean }) {
  const restart = vi.fn();
  let session: unknown = null;
  const auth = {
    read: () => session,
    write: (written: unknown) => {
      if (isStored) session = written;
    },
  };
  const services = {
    api: { login: async () => ({ status: 200, data: { user_id: 1, user_token: 't' } }) },
    cookies: { auth, twoFactor: { read: () => null } },
    navigation: { go: () => {}, amend: () => {} },
    notice: { send: () => {} },
    loginHint: { email: '' },
    settings,
  } as unknown as AppServices;
  const flow = open(services, LOGIN, restart);
  flow.actor?.send({ type: 'CHANGE', change: { email: 'ann@acme.example', password: 'green phone box' } });
  flow.actor?.send({ type: 'SUBMIT' });
  await vi.waitFor(() => expect(flow.actor?.getSnapshot().status).toBe('done'));
  flow.actor?.stop();
  return restart;
}

test('a visitor whose session was not stored is led back to a login that works', async () => {
  expect(await logIn({ isStored: false })).toHaveBeenCalledOnce();
});

test('a visitor whose session was stored goes on to the dashboard', async () => {
  expect(await logIn({ isStored: true })).not.toHaveBeenCalled();
});
