import { describe, expect, it, test, vi } from 'vitest';
import { parseLocation } from '#app/navigation/appLocation.ts';
import { createRedirects } from '#app/navigation/redirects.ts';
import type { AuthCookie } from '#contract/browser.ts';

const ANN = { user_id: 1, user_token: 'a'.repeat(43) };
const at = (address: string) => parseLocation(new URL(address, 'https://phone.example'));

/** A document of a visitor with this session cookie; `isThere`: whether one exists, readable or not. */
function visitor(cookie: AuthCookie | null, isThere = cookie !== null) {
  const login = { cookie, isThere };
  const auth = {
    read: () => login.cookie,
    exists: () => login.isThere,
    remove: vi.fn(),
    reject: vi.fn(),
  };
  const redirect = vi.fn();
  const removeOthers = vi.fn();
  type Services = Parameters<typeof createRedirects>[0];
  const services = { cookies: { auth, removeOthers }, navigation: { redirect } } as unknown as Services;
  const look = createRedirects(services);
  return { look: (address: string) => look(at(address)), redirect, auth, removeOthers, login };
}

describe('§2: a logged-in visitor', () => {
  it.each(['/login/', '/de/passwort-zurucksetzen/', '/signup/', '/', '/login/?error=x', '/login/?first_name=token'])(
    'is redirected to the dashboard from %s',
    (address) => {
      const { look, redirect, auth } = visitor(ANN);
      expect(look(address)).toBe(true);
      expect(redirect).toHaveBeenCalledExactlyOnceWith('dashboard');
      expect(auth.remove).not.toHaveBeenCalled();
    },
  );

  it.each([
    '/app/',
    '/contact-us/',
    '/one-time-login/?token=t',
    '/login/?discount=d',
    '/login/?invitation=i',
    '/nothing/',
  ])('stays on %s', (address) => {
    const { look, redirect, auth } = visitor(ANN);
    expect(look(address)).toBe(false);
    expect(redirect).not.toHaveBeenCalled();
    expect(auth.remove).not.toHaveBeenCalled();
  });
});

describe('§2: a visitor who is not logged in', () => {
  it('is redirected from the dashboard to the login, and from nowhere else', () => {
    const { look, redirect } = visitor(null);
    for (const address of ['/login/', '/signup/', '/', '/contact-us/', '/nothing/']) expect(look(address)).toBe(false);
    expect(redirect).not.toHaveBeenCalled();
    expect(look('/es/app/')).toBe(true);
    expect(redirect).toHaveBeenCalledExactlyOnceWith('login');
  });

  it('loses a session cookie that cannot be read, on every page that exists', () => {
    const { look, auth } = visitor(null, true);
    look('/nothing/');
    expect(auth.remove).not.toHaveBeenCalled();
    look('/login/');
    expect(auth.remove).toHaveBeenCalledOnce();
  });

  it('has none that is removed', () => {
    const { look, auth } = visitor(null);
    look('/app/');
    expect([auth.remove.mock.calls, auth.reject.mock.calls]).toEqual([[], []]);
  });
});

test('a cookie that only the login sees does not lead back and forth: it is rejected', () => {
  const { look, login, auth, redirect } = visitor(ANN);
  look('/login/');
  login.cookie = null;
  expect(look('/app/')).toBe(true);
  expect(auth.reject).toHaveBeenCalledExactlyOnceWith(ANN);
  expect(redirect.mock.calls).toEqual([['dashboard'], ['login']]);
});

test('cookies with our names that other sites set are deleted on every page', () => {
  const { look, removeOthers } = visitor(null);
  for (const address of ['/login/', '/nothing/']) look(address);
  expect(removeOthers).toHaveBeenCalledTimes(2);
});
