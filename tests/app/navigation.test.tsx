import { afterEach, describe, expect, it, vi } from 'vitest';
import { createNavigation } from '#app/navigation/navigation.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  delete document.documentElement.dataset['signUp'];
});

/** A document at an address; what it does to the history and to its location. */
function documentAt(address: string, signUp?: 'shown') {
  const { origin, pathname, search, hash } = new URL(address, 'https://phone.example');
  if (signUp) document.documentElement.dataset['signUp'] = signUp;
  const load = { assign: vi.fn(), replace: vi.fn() };
  vi.stubGlobal('location', { origin, pathname, search, hash, ...load });
  const push = vi.spyOn(history, 'pushState').mockImplementation(() => {});
  const replace = vi.spyOn(history, 'replaceState').mockImplementation(() => {});
  const addressesOf = (calls: unknown[][]) => calls.map(([, , to]) => to);
  return {
    navigation: createNavigation('de'),
    done: () => ({
      pushed: addressesOf(push.mock.calls),
      replaced: addressesOf(replace.mock.calls),
      assigned: load.assign.mock.calls.flat(),
      reloaded: load.replace.mock.calls.flat(),
    }),
    replace,
  };
}
const nothing = { pushed: [], replaced: [], assigned: [], reloaded: [] };

describe('moving to a family', () => {
  it('stays in the document, at the path of its language, with a search if one is given', () => {
    const { navigation, done } = documentAt('/de/login/');
    navigation.go('recoverPassword');
    navigation.go('login', '?discount=d');
    expect(done()).toEqual({ ...nothing, pushed: ['/de/passwort-zurucksetzen/', '/de/login/?discount=d'] });
  });

  it('to the same address does nothing; without its search it moves', () => {
    const same = documentAt('/de/login/?error=e');
    same.navigation.go('login', '?error=e');
    expect(same.done()).toEqual(nothing);
    same.navigation.go('login');
    expect(same.done()).toEqual({ ...nothing, pushed: ['/de/login/'] });
  });

  it('as a redirect replaces the address, so that Back does not return to it', () => {
    const { navigation, done } = documentAt('/de/login/');
    navigation.redirect('dashboard');
    expect(done()).toEqual({ ...nothing, replaced: ['/de/app/'] });
  });
});

describe('a document that has shown the sign-up loads no code of third parties', () => {
  it('so it is left by a full load, also by a redirect', () => {
    const { navigation, done } = documentAt('/de/signup/', 'shown');
    navigation.go('login');
    navigation.redirect('dashboard');
    expect(done()).toEqual({ ...nothing, assigned: ['/de/login/'], reloaded: ['/de/app/'] });
  });

  it('within the sign-up nothing is loaded', () => {
    const { navigation, done } = documentAt('/de/signup/', 'shown');
    navigation.go('registration', '?token=t');
    expect(done()).toEqual({ ...nothing, pushed: ['/de/signup/?token=t'] });
  });

  it('and another document enters it by a full load', () => {
    const { navigation, done } = documentAt('/de/login/');
    navigation.go('registration', '?token=t');
    expect(done()).toEqual({ ...nothing, assigned: ['/de/signup/?token=t'] });
  });
});

describe('parameters of the address', () => {
  it('change without moving: path, hash and state of the history stay', () => {
    const { navigation, done, replace } = documentAt('/de/signup/?token=t&l=de#terms', 'shown');
    vi.spyOn(history, 'state', 'get').mockReturnValue({ step: '2' });
    navigation.amend({ token: null });
    expect(done()).toEqual({ ...nothing, replaced: ['https://phone.example/de/signup/?l=de#terms'] });
    expect(replace.mock.calls[0]?.[0]).toEqual({ step: '2' });
  });

  it('change at a path of two slashes, which is not read as a host', () => {
    const { navigation, done } = documentAt('https://phone.example//foo/?l=de');
    navigation.amend({ l: null });
    expect(done().replaced.map((to) => new URL(String(to), 'https://phone.example/').href)).toEqual([
      'https://phone.example//foo/',
    ]);
  });

  it('that are as wanted leave the history alone', () => {
    const { navigation, done } = documentAt('/de/login/?q=a%20b');
    navigation.amend({ token: null });
    expect(done()).toEqual(nothing);
  });
});

it('any other address is left for by a full load', () => {
  const { navigation, done } = documentAt('/de/login/');
  navigation.leave('https://phone.example.com/login/');
  expect(done()).toEqual({ ...nothing, assigned: ['https://phone.example.com/login/'] });
});
