import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listenToBank } from '#adapters/bankWindow.ts';
import { createBrowserConfig } from '#adapters/browserConfig.ts';
import { createCookies } from '#adapters/cookies.ts';
import { keyValueStore } from '#adapters/storage.ts';
import { BANK_MESSAGE } from '#contract/bankMessage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
beforeEach(() => {
  for (const pair of document.cookie.split('; ')) document.cookie = `${pair.split('=')[0]}=; Path=/; Max-Age=0`;
  localStorage.clear();
});

const cookies = () =>
  createCookies(
    182,
    keyValueStore(() => sessionStorage),
  );
const raw = (name: string) =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

describe('§3 Cookies', () => {
  test('the auth cookie is URL-encoded JSON of user_id and user_token', () => {
    cookies().auth.write({ user_id: 7, user_token: 't;k%=,n' }, true);
    expect(decodeURIComponent(raw('auth') ?? '')).toBe('{"user_id":7,"user_token":"t;k%=,n"}');
    expect(cookies().auth.read()).toEqual({ user_id: 7, user_token: 't;k%=,n' });
    cookies().auth.remove();
    expect(raw('auth')).toBeUndefined();
  });

  test('30 days with remember_me, otherwise the session; the device 30 days, the consent 182', () => {
    const set = vi.spyOn(document, 'cookie', 'set');
    cookies().auth.write({ user_id: 1, user_token: 't' }, true);
    cookies().auth.write({ user_id: 1, user_token: 't' }, false);
    cookies().device.write('f');
    cookies().consent.write({ cookie_consent: 1, cookie_analytics: 0, cookie_marketing: 0 });
    cookies().passwordReset.write();
    const ages = set.mock.calls.map(([text]) => /Max-Age=(\d+)/i.exec(text)?.[1]);
    expect(ages).toEqual(['2592000', undefined, '2592000', String(182 * 86400), undefined]);
    for (const [text] of set.mock.calls) expect(text).toMatch(/Path=\/.*SameSite=Lax/i);
    set.mockRestore();
  });

  test.each([
    ['https:', true],
    ['http:', false],
  ])('on %s the attribute Secure is set: %s', (protocol, isSecure) => {
    vi.stubGlobal('location', { ...location, protocol });
    const set = vi.spyOn(document, 'cookie', 'set');
    const { auth, twoFactor, device, passwordReset, consent } = cookies();
    auth.write({ user_id: 1, user_token: 't' }, true);
    twoFactor.write({ nonce: 'n', email: '', remember_me: false });
    device.write('f');
    passwordReset.write();
    consent.write({ cookie_consent: 1, cookie_analytics: 0, cookie_marketing: 0 });
    expect(set.mock.calls.map(([text]) => /; Secure/i.test(text))).toEqual(Array(5).fill(isSecure));
  });

  test('what was written is read again by the next document, and removed', () => {
    const challenge = { nonce: 'n-1', email: 'ann@acme.example', remember_me: true };
    cookies().twoFactor.write(challenge);
    cookies().device.write('f-1');
    cookies().passwordReset.write();
    cookies().consent.write({ cookie_consent: 0, cookie_analytics: 0, cookie_marketing: 1 });
    const { twoFactor, device, passwordReset, consent } = cookies();
    expect(twoFactor.read()).toEqual(challenge);
    expect(device.read()).toEqual({ fingerprint: 'f-1' });
    expect(passwordReset.read()).toEqual({ password_reset: 1 });
    expect(consent.read()).toEqual({ cookie_consent: 0, cookie_analytics: 0, cookie_marketing: 1 });
    expect(twoFactor.exists()).toBe(true);
    twoFactor.remove();
    expect([twoFactor.read(), twoFactor.exists(), raw('two_factor')]).toEqual([null, false, undefined]);
    expect(device.read()).toEqual({ fingerprint: 'f-1' });
  });

  test.each([
    ['auth', { user_id: 7, user_token: 'stays' }],
    ['twoFactor', { nonce: 'stays', email: '', remember_me: false }],
  ] as const)('a cookie that the browser does not delete is not read again: %s', (name, value) => {
    const { [name]: cookie } = cookies();
    (cookie.write as (written: object, remember: boolean) => void)(value, true);
    const set = vi.spyOn(document, 'cookie', 'set').mockImplementation(() => {});
    cookie.remove();
    for (const [text] of set.mock.calls) expect(text).toMatch(/^\w+=;/);
    expect([cookie.exists(), cookie.read(), cookies()[name].read()]).toEqual([true, null, null]);
  });

  test('a browser that stores no cookies is noticed, and the attempt leaves nothing behind', () => {
    expect(cookies().work()).toBe(true);
    expect(document.cookie).toBe('');
    vi.spyOn(document, 'cookie', 'set').mockImplementation(() => {});
    expect(cookies().work()).toBe(false);
  });

  test.each(['%7B', 'null', '[]', '%E0%A4%A', 'x'.repeat(3000), '{"user_id":"7"}', '%7B%22__proto__%22%3A%7B%7D%7D'])(
    'an invalid value counts as absent: %s',
    (value) => {
      for (const name of ['auth', 'two_factor', 'device', 'extini', 'consent', 'foreign'])
        document.cookie = `${name}=${value}; Path=/`;
      const { auth, twoFactor, device, passwordReset, consent } = cookies();
      expect([auth.read(), twoFactor.read(), device.read(), passwordReset.read(), consent.read()]).toEqual([
        null,
        null,
        null,
        null,
        null,
      ]);
    },
  );

  test("§4: a consent value that contains 'consent:yes' is a consent", () => {
    document.cookie = 'consent=foo|consent:yes|bar; Path=/';
    expect(cookies().consent.read()).toEqual({ cookie_consent: 1, cookie_analytics: 0, cookie_marketing: 0 });
  });

  test('the third-party consent cookie is deleted', () => {
    document.cookie = 'cc_cookie=1; Path=/';
    cookies().consent.removeForeign();
    expect(raw('cc_cookie')).toBeUndefined();
  });
});

describe('cookies of our names from other paths or hosts', () => {
  const put = (name: string, value: object, path = '/') => {
    document.cookie = `${name}=${encodeURIComponent(JSON.stringify(value))}; Path=${path}`;
  };
  const login = (user_token: string) => ({ user_id: 1, user_token });
  beforeEach(() => {
    sessionStorage.clear();
    history.replaceState(null, '', '/login/');
    for (const path of ['/login', '/login/'])
      for (const name of ['auth', 'consent']) document.cookie = `${name}=; Path=${path}; Max-Age=0`;
  });

  test('our own is used, and those on the path of the page are deleted', () => {
    put('auth', login('ours'));
    put('auth', login('theirs'), '/login');
    expect(document.cookie.indexOf('theirs')).toBeLessThan(document.cookie.indexOf('ours'));
    expect(cookies().auth.read()).toEqual(login('ours'));
    cookies().removeOthers();
    expect(decodeURIComponent(document.cookie)).toBe(`auth=${JSON.stringify(login('ours'))}`);
  });

  test('with ours, those on the path of the page are removed', () => {
    put('auth', login('ours'));
    put('auth', login('theirs'), '/login');
    cookies().auth.remove();
    expect(document.cookie).toBe('');
  });

  test('an unreadable one does not hide a readable one', () => {
    put('auth', login('ours'));
    put('auth', { another: 'site' }, '/login');
    expect(cookies().auth.read()).toEqual(login('ours'));
  });

  test('a rejected token is not read again, also not by the next document of this tab, and is not stored', () => {
    put('auth', login('dead-token'));
    cookies().auth.reject(login('dead-token'));
    expect(cookies().auth.read()).toBeNull();
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('dead-token');
    put('auth', login('ours'));
    expect(cookies().auth.read()).toEqual(login('ours'));
  });

  test('the record of rejected tokens has a maximum size', () => {
    for (let count = 0; count < 100; count += 1) cookies().auth.reject(login(`token ${count}`));
    expect(JSON.stringify({ ...sessionStorage }).length).toBeLessThan(300);
  });

  test.each([
    [{ cookie_consent: 0 }, { cookie_consent: 1, cookie_analytics: 1, cookie_marketing: 0 }],
    [
      { cookie_consent: 1, cookie_analytics: 0, cookie_marketing: 0 },
      { cookie_consent: 1, cookie_analytics: 1, cookie_marketing: 0 },
    ],
  ])('our consent is used beside %o', (theirs, ours) => {
    put('consent', theirs, '/login');
    put('consent', ours);
    expect(cookies().consent.read()).toEqual(ours);
  });

  test('a consent of an older site counts beside a cookie that says nothing', () => {
    document.cookie = 'consent=consent:yes; Path=/login';
    document.cookie = 'consent=x; Path=/';
    expect(cookies().consent.read()?.cookie_consent).toBe(1);
  });

  test('without our own consent any existing one is used', () => {
    const given = { cookie_consent: 1, cookie_analytics: 0, cookie_marketing: 0 };
    put('consent', given, '/login');
    put('consent', { cookie_consent: 0 });
    expect(cookies().consent.read()).toEqual(given);
  });
});

describe('where a foreign cookie may lie', () => {
  beforeEach(() => history.replaceState(null, '', '/'));
  /** What is set, as domain and path. */
  const places = (act: () => void) => {
    const { protocol } = location;
    vi.stubGlobal('location', { protocol, hostname: 'app.acme.example', pathname: '/de/login/' });
    const set = vi.spyOn(document, 'cookie', 'set').mockImplementation(() => {});
    act();
    return set.mock.calls.map(([text]) => {
      expect(text).toMatch(/=;.*Max-Age=0/i);
      return `${/Domain=([^;]*)/i.exec(text)?.[1] ?? '-'} ${/Path=([^;]*)/i.exec(text)?.[1]}`;
    });
  };
  const above = ['/de', '/de/', '/de/login', '/de/login/'];

  test('one of our name is deleted on the paths of the page, for the host alone and for its domain, ours never', () => {
    document.cookie = 'auth=1; Path=/';
    expect(places(() => cookies().removeOthers())).toEqual(
      above.flatMap((path) => [`- ${path}`, `app.acme.example ${path}`]),
    );
  });

  test('one of a tool is deleted on every path, for every domain above', () => {
    document.cookie = '_ga=1; Path=/';
    const domains = ['-', 'app.acme.example', 'acme.example', 'example'];
    expect(places(() => cookies().removeTools(['_ga']))).toEqual(
      ['/', ...above].flatMap((path) => domains.map((domain) => `${domain} ${path}`)),
    );
  });

  test('where there is none, nothing is deleted', () => {
    expect(places(() => cookies().removeOthers())).toEqual([]);
  });
});

describe('cookies of the operator’s tools', () => {
  test('are deleted by name and by prefix, on every path of the page, but none of ours', () => {
    history.replaceState(null, '', '/de/login/');
    const paths = { _ga: '/', _ga_7X: '/de', _gid: '/de/login', _gas: '/', auth: '/' };
    for (const [name, path] of Object.entries(paths)) document.cookie = `${name}=1; Path=${path}`;
    cookies().removeTools(['_ga', '_ga_*', '_gid', 'au*']);
    expect(document.cookie).toBe('_gas=1; auth=1');
  });
});

describe('§3 Browser config', () => {
  test.each(['{', 'null', '[]', '"x"', '{"currency_iso":"XXX","language":"xx"}', '{"__proto__":{"a":1}}'])(
    'an invalid value reads as empty: %s',
    (text) => {
      localStorage.setItem('cfg', text);
      expect(
        Object.values(createBrowserConfig(keyValueStore(() => localStorage)).read()).filter(
          (value) => value !== undefined,
        ),
      ).toEqual([]);
    },
  );

  test('writing merges with the stored values', () => {
    const config = createBrowserConfig(keyValueStore(() => localStorage));
    config.write({ country_code: 'pl' });
    config.write({ currency_iso: 'PLN' });
    expect(JSON.parse(localStorage.getItem('cfg') ?? '')).toEqual({ country_code: 'pl', currency_iso: 'PLN' });
  });

  test('a storage that throws is replaced by memory', () => {
    const broken = new Proxy({} as Storage, {
      get: () => () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    const store = keyValueStore(() => broken);
    store.write('cfg', 'x');
    expect(store.read('cfg')).toBe('x');
    expect(
      keyValueStore(() => {
        throw new DOMException('no', 'SecurityError');
      }).read('cfg'),
    ).toBeNull();
  });
});

describe('The bank’s message', () => {
  const origin = 'http://127.0.0.1:3000';
  const opened = `${origin}/bank/check/1`;
  const senders = { opened, api: `${location.origin}/v1/phone` };
  /** A window of another origin, whose address cannot be read. */
  const frame = Object.defineProperty({}, 'location', {
    get: () => {
      throw new DOMException('Blocked a frame', 'SecurityError');
    },
  }) as Window;
  const post = (data: unknown, from: unknown, at: string) => window.dispatchEvent(messageFrom(data, from, at));

  test.each([
    ['another text', `${BANK_MESSAGE}.ok`, frame, origin],
    ['another case', BANK_MESSAGE.toLowerCase(), frame, origin],
    ['an object', { type: BANK_MESSAGE }, frame, origin],
    ['another window', BANK_MESSAGE, {}, origin],
    ['no window', BANK_MESSAGE, null, origin],
    ['another origin', BANK_MESSAGE, frame, 'http://evil.example'],
    ['a longer origin', BANK_MESSAGE, frame, `${origin}.evil.example`],
  ])('%s is ignored', (_, data, source, at) => {
    const answered = vi.fn();
    const stop = listenToBank(() => frame, senders, answered);
    post(data, source, at);
    expect(answered).not.toHaveBeenCalled();
    post(BANK_MESSAGE, frame, origin);
    expect(answered).toHaveBeenCalledOnce();
    stop();
  });

  test.each([
    ['/v1/phone/bank/return', true],
    ['/v1/phone', false],
    ['/login/', false],
    ['/v1/phones', false],
  ])('of pages on our own origin only those of the API are accepted: %s %s', (pathname, counts) => {
    const own = { location: { pathname } } as Window;
    const answered = vi.fn();
    const stop = listenToBank(() => own, senders, answered);
    post(BANK_MESSAGE, own, location.origin);
    expect(answered).toHaveBeenCalledTimes(counts ? 1 : 0);
    stop();
  });

  test.each([
    ['/check/1', true],
    ['/check/2', false],
  ])('and only the opened one: %s %s', (pathname, counts) => {
    const own = { location: { pathname } } as Window;
    const answered = vi.fn();
    const stop = listenToBank(() => own, { ...senders, opened: `${location.origin}/check/1` }, answered);
    post(BANK_MESSAGE, own, location.origin);
    expect(answered).toHaveBeenCalledTimes(counts ? 1 : 0);
    stop();
  });

  test('without a frame nothing is accepted, also from no window', () => {
    const answered = vi.fn();
    const stop = listenToBank(() => null, senders, answered);
    post(BANK_MESSAGE, null, origin);
    expect(answered).not.toHaveBeenCalled();
    stop();
  });

  test('an API elsewhere may answer for the bank, a third origin may not', () => {
    const answered = vi.fn();
    const stop = listenToBank(() => frame, { ...senders, api: 'https://api.example/v1/phone' }, answered);
    post(BANK_MESSAGE, frame, 'https://api.example.evil.example');
    expect(answered).not.toHaveBeenCalled();
    post(BANK_MESSAGE, frame, 'https://api.example');
    expect(answered).toHaveBeenCalledOnce();
    stop();
  });

  test('a message is accepted once, and not after unsubscribing', () => {
    const answered = vi.fn();
    const stop = listenToBank(() => frame, senders, answered);
    for (let times = 0; times < 3; times += 1) post(BANK_MESSAGE, frame, origin);
    expect(answered).toHaveBeenCalledOnce();
    stop();
    const other = vi.fn();
    listenToBank(() => frame, senders, other)();
    post(BANK_MESSAGE, frame, origin);
    expect(other).not.toHaveBeenCalled();
  });
});

/** A message event whose source is any object, which the constructor would refuse. */
function messageFrom(data: unknown, source: unknown, origin: string): MessageEvent {
  return Object.defineProperty(new MessageEvent('message', { data, origin }), 'source', { value: source });
}
