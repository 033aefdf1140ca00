import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCookies } from '#adapters/cookies.ts';
import { createServerClock } from '#adapters/serverClock.ts';
import { keyValueStore } from '#adapters/storage.ts';
import type { Navigation } from '#app/navigation/navigation.ts';
import { createPageApi } from '#app/pageApi.ts';

const tab = keyValueStore(() => sessionStorage);
const requests: Request[] = [];
let answer: () => Response;

beforeEach(() => {
  requests.length = 0;
  vi.stubGlobal('fetch', async (request: Request) => {
    requests.push(request);
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
  for (const pair of document.cookie.split('; ')) document.cookie = `${pair.split('=')[0]}=; Path=/; Max-Age=0`;
});

function page(origin = location.origin) {
  const clock = createServerClock(tab);
  const cookies = createCookies(182, tab);
  const reload = vi.fn(() => true);
  const amend = vi.fn();
  const api = createPageApi({
    baseUrl: `${origin}/v1/phone`,
    preferences: { language: 'mx', currency: 'USD', country: 'us' },
    cookies,
    clock,
    navigation: { amend } as unknown as Navigation,
    reload,
    isBeingLeft: () => false,
  });
  return { api, cookies, clock, reload, amend };
}

const ofRequest = (...names: string[]) => names.map((name) => requests.at(-1)?.headers.get(name) ?? null);
const sent = { body: { email: 'ann@example.com' } };

describe('the calls of a page', () => {
  beforeEach(() => {
    answer = () => Response.json({ message: '' });
  });

  it('have its language and currency', async () => {
    await page().api.requestReset(sent);
    expect(ofRequest('X-Language', 'X-Currency')).toEqual(['mx', 'USD']);
  });

  it('name the device only to an API on another site, which gets no cookie', async () => {
    const here = page();
    const elsewhere = page('https://api.example');
    await elsewhere.api.requestReset(sent);
    expect(ofRequest('X-Device')).toEqual([null]);
    here.cookies.device.write('f'.repeat(43));
    await elsewhere.api.requestReset(sent);
    expect(ofRequest('X-Device')).toEqual(['f'.repeat(43)]);
    await here.api.requestReset(sent);
    expect(ofRequest('X-Device')).toEqual([null]);
  });

  it('have the session of the visitor at that moment, where the call needs one', async () => {
    const { api, cookies } = page();
    const read = () => api.readAccount({}).catch(() => {});
    answer = () => Response.json({ message: 'No.', errors: [] }, { status: 401 });
    await read();
    expect(ofRequest('Authorization')).toEqual([null]);
    cookies.auth.write({ user_id: 1, user_token: 't'.repeat(43) }, false);
    await read();
    expect(ofRequest('Authorization')).toEqual([`Bearer ${'t'.repeat(43)}`]);
  });

  it('correct the clock of the page', async () => {
    const { api, clock } = page();
    const date = new Date(Date.now() - 3_600_000);
    answer = () => Response.json({ message: '' }, { headers: { Date: date.toUTCString() } });
    await api.requestReset(sent);
    expect(Math.abs(clock.now() - date.getTime())).toBeLessThan(5_000);
  });

  it('without cookies open no session', async () => {
    vi.spyOn(document, 'cookie', 'set').mockImplementation(() => {});
    const { api } = page();
    const failed = await api
      .login({ body: { email: 'ann@example.com', password: 'correct horse', remember_me: false } })
      .catch((error: unknown) => error);
    expect(failed).toMatchObject({ kind: 'cookiesNeeded' });
    expect(requests).toEqual([]);
    vi.restoreAllMocks();
  });
});

it('an answer of an unknown shape reloads the page, and the call stays open meanwhile', async () => {
  answer = () => Response.json({ unknown: 'shape' });
  const { api, reload } = page();
  const settled = vi.fn();
  void api.readAccount({}).then(settled, settled);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledExactlyOnceWith('answer'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(settled).not.toHaveBeenCalled();
});
