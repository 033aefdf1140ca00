import { afterEach, expect, test, vi } from 'vitest';
import { open } from '#app/flows/dashboard.tsx';
import { parseLocation } from '#app/navigation/appLocation.ts';
import type { AppServices } from '#app/services.ts';

const APP = parseLocation({ pathname: '/app/', search: '' });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The dashboard of the person with this id, whose calls are recorded and not answered. */
function openFor(userId: number) {
  const login = { user_id: userId, user_token: 't' };
  const called: string[] = [];
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const api = new Proxy({}, { get: (_, name) => () => new Promise(() => void called.push(String(name))) });
  const services = {
    api,
    cookies: { auth: { read: () => login } },
    clock: { now: () => Date.parse('2025-03-05T12:00:00Z'), subscribe: () => () => {} },
    notice: { send: () => {} },
  } as unknown as AppServices;
  const flow = open(services);
  return { flow, login, called, reload };
}

test('nothing is sent for a person who has logged in in another tab while the page reloads', () => {
  const { flow, login, called, reload } = openFor(1);
  login.user_id = 2;
  flow.onMove?.(APP);
  expect(reload).toHaveBeenCalledOnce();
  flow.actor?.send({ type: 'LOG_OUT' });
  expect(called).toEqual(['readAccount']);
  flow.stop?.();
});

test('the same person goes on', () => {
  const { flow, called, reload } = openFor(1);
  flow.onMove?.(APP);
  expect(reload).not.toHaveBeenCalled();
  flow.actor?.send({ type: 'LOG_OUT' });
  expect(called).toEqual(['readAccount', 'logOut']);
  flow.stop?.();
});
