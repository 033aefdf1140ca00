import { afterEach, expect, test, vi } from 'vitest';
import { open } from '#app/flows/dashboard.tsx';
import { parseLocation } from '#app/navigation/appLocation.ts';
import type { Flow } from '#app/navigation/flowRouter.ts';
import type { AppServices } from '#app/services.ts';
import { Failure } from '#domain/failure.ts';

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
  const remove = vi.fn();
  vi.stubGlobal('location', { reload });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const api = new Proxy({}, { get: (_, name) => () => new Promise(() => void called.push(String(name))) });
  const services = {
    api,
    cookies: { auth: { read: () => login, remove }, twoFactor: { remove } },
    sessionStore: { remove: () => {} },
    loginHint: { email: '' },
    clock: { now: () => Date.parse('2025-03-05T12:00:00Z'), subscribe: () => () => {} },
    notice: { send: () => {} },
  } as unknown as AppServices;
  const flow = open(services);
  return { flow, login, called, reload, remove };
}

const end = ({ actor, stop }: Flow) => {
  stop?.();
  actor?.stop();
};

test('nothing is sent for a person who has logged in in another tab while the page reloads', () => {
  const { flow, login, called, reload } = openFor(1);
  login.user_id = 2;
  flow.onMove?.(APP);
  expect(reload).toHaveBeenCalledOnce();
  flow.actor?.send({ type: 'LOG_OUT' });
  expect(called).toEqual(['readAccount']);
  end(flow);
});

test('the same person goes on', () => {
  const { flow, called, reload } = openFor(1);
  flow.onMove?.(APP);
  expect(reload).not.toHaveBeenCalled();
  flow.actor?.send({ type: 'LOG_OUT' });
  expect(called).toEqual(['readAccount', 'logOut']);
  end(flow);
});

test('a page that is closed while it logs out leaves no session behind, and one that is closed otherwise does', () => {
  const { flow, remove } = openFor(1);
  dispatchEvent(new Event('pagehide'));
  expect(remove).not.toHaveBeenCalled();
  flow.actor?.send({ type: 'LOG_OUT' });
  dispatchEvent(new Event('pagehide'));
  expect(remove).toHaveBeenCalledTimes(2);
  end(flow);
  dispatchEvent(new Event('pagehide'));
  expect(remove).toHaveBeenCalledTimes(2);
});

/** The dashboard in front of an API whose every call fails so. */
function openWith(failure: Failure) {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const remove = vi.fn();
  const send = vi.fn();
  const navigation = { go: vi.fn(), leave: vi.fn() };
  const services = {
    api: new Proxy({}, { get: () => () => Promise.reject(failure) }),
    cookies: { auth: { read: () => null, remove }, twoFactor: { remove } },
    clock: { now: () => Date.parse('2025-03-05T12:00:00Z'), subscribe: () => () => {} },
    sessionStore: { remove: () => {} },
    loginHint: { email: '' },
    language: 'en',
    notice: { send },
    navigation,
  } as unknown as AppServices;
  const flow = open(services);
  const { actor } = flow;
  const state = () => actor?.getSnapshot().value;
  return { flow, actor, state, remove, send, navigation };
}

test.each([404, 405, 501])(
  'an API without accounts answers %d: the person is logged in, and can log out',
  async (status) => {
    const { flow, actor, state, remove, navigation } = openWith(new Failure('unreadable', { status }));
    await vi.waitFor(() => expect(state()).toBe('withoutAccount'));
    actor?.send({ type: 'LOG_OUT' });
    await vi.waitFor(() => expect(state()).toBe('loggedOut'));
    expect(remove).toHaveBeenCalled();
    expect(navigation.leave).toHaveBeenCalledExactlyOnceWith('/login/');
    end(flow);
  },
);

test('a log-out that reaches no server ends the session here, says so, and stays in the document', async () => {
  const { flow, actor, state, remove, send, navigation } = openWith(new Failure('unreachable'));
  await vi.waitFor(() => expect(state()).toBe('failed'));
  actor?.send({ type: 'LOG_OUT' });
  await vi.waitFor(() => expect(state()).toBe('loggedOutHere'));
  expect(remove).toHaveBeenCalled();
  expect(navigation.go).toHaveBeenCalledExactlyOnceWith('login');
  expect(navigation.leave).not.toHaveBeenCalled();
  expect(send).toHaveBeenLastCalledWith({
    type: 'SHOW',
    notice: { kind: 'error', message: { code: 'loggedOutHere' } },
  });
  end(flow);
});
