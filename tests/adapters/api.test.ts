import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createApi } from '#adapters/api.ts';
import type { CallName } from '#contract/calls.ts';
import { Failure } from '#domain/failure.ts';
import type { TimedAnswer } from '#domain/serverTime.ts';

type Sent = { url: string; method: string; headers: Headers; keepalive: boolean; body: string };

/** A client whose every request is answered by a function, and what was sent. */
function client(
  respond: (sent: Sent) => Response | Promise<Response>,
  onUnreadable?: (name: CallName, body: unknown) => boolean,
) {
  const sent: Sent[] = [];
  const api = createApi({
    ...(onUnreadable && { onUnreadable }),
    baseUrl: 'https://api.example/v1/phone',
    headers: () => ({ 'X-Language': 'de', 'X-Currency': 'EUR' }),
    sessionToken: () => 'secret-token',
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { url, method, headers, keepalive } = request;
      const one = { url, method, headers, keepalive, body: await request.text() };
      sent.push(one);
      return respond(one);
    },
  });
  return { api, sent };
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });
const failure = (promise: Promise<unknown>): Promise<Failure> =>
  promise.then(
    () => expect.fail('was answered'),
    (error) => error,
  );
const credentials = { body: { email: 'a@b.co', password: 'x', remember_me: false } };

test('a call sends language, currency and JSON, and returns its response by status', async () => {
  const { api, sent } = client(() => json(202, { nonce: 'n', message: 'm' }));
  expect(await api.login(credentials)).toEqual({ status: 202, data: { nonce: 'n', message: 'm' } });
  const [{ url, method, headers, body } = expect.fail()] = sent;
  expect([method, url]).toEqual(['POST', 'https://api.example/v1/phone/login']);
  expect([headers.get('X-Language'), headers.get('X-Currency')]).toEqual(['de', 'EUR']);
  expect(headers.get('Content-Type')).toContain('application/json');
  expect(JSON.parse(body)).toEqual(credentials.body);
});

test('on a page of neither https nor localhost, where the browser has no digests, a call is sent with its key', async () => {
  const { api, sent } = client(() => json(503, { message: 'no', errors: [] }));
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => bytes.fill(7) });
  onTestFinished(() => void vi.unstubAllGlobals());
  await failure(api.login(credentials));
  expect(sent.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(['07'.repeat(16)]);
});

test('a call that is broken off because the visitor leaves the page stays pending; any other fails', async () => {
  const answers = [true, false];
  const api = createApi({
    baseUrl: '/v1/phone',
    headers: () => ({}),
    sessionToken: () => null,
    fetch: () => Promise.reject(new TypeError('NetworkError when attempting to fetch resource.')),
    isBeingLeft: () => answers.shift() ?? false,
  });
  const settled = vi.fn();
  void api.login(credentials).then(settled, settled);
  expect((await failure(api.login(credentials))).kind).toBe('unreachable');
  expect(settled).not.toHaveBeenCalled();
});

test('only calls after login send the session', async () => {
  const { api, sent } = client(() => json(404, { message: 'no', errors: [] }));
  await failure(api.login(credentials));
  await failure(api.readAccount({}));
  expect(sent.map(({ headers }) => headers.get('Authorization'))).toEqual([null, 'Bearer secret-token']);
});

test('without a session the header is missing, and so is a body where there is none', async () => {
  const requests: Request[] = [];
  const api = createApi({
    baseUrl: 'https://api.example',
    headers: () => ({}),
    sessionToken: () => null,
    fetch: async (input, init) => {
      requests.push(new Request(input, init));
      return json(404, { message: 'no' });
    },
  });
  await failure(api.readAccount({}));
  await failure(api.logOut({}));
  expect(requests.map(({ headers }) => headers.get('Authorization'))).toEqual([null, null]);
  expect(requests.map(({ headers }) => headers.get('Content-Type'))).toEqual([null, null]);
  // A call that only reads is repeated freely; the companion cookie goes along with every call.
  expect(requests.map(({ headers }) => headers.has('Idempotency-Key'))).toEqual([false, true]);
  expect(requests.map(({ credentials: sent }) => sent)).toEqual(['include', 'include']);
});

test('a call that is no longer wanted is broken off', async () => {
  const leaving = new AbortController();
  const api = createApi({
    baseUrl: 'https://api.example',
    headers: () => ({}),
    sessionToken: () => null,
    fetch: (input, init) => {
      const { signal } = new Request(input, init);
      const response = new Promise<Response>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      );
      leaving.abort();
      return response;
    },
  });
  expect((await failure(api.login(credentials, leaving.signal))).kind).toBe('unreachable');
});

test('a call carries the time between sending and its answer', async () => {
  vi.useFakeTimers({ now: 1_000, toFake: ['Date'] });
  const reported: TimedAnswer[] = [];
  const api = createApi({
    baseUrl: 'https://api.example',
    headers: () => ({}),
    sessionToken: () => null,
    onAnswer: (answer) => reported.push(answer),
    fetch: async () => {
      vi.setSystemTime(4_000);
      return json(200, { user_id: 1, user_token: 't' }, { Date: 'Wed, 05 Mar 2025 12:00:00 GMT' });
    },
  });
  await api.login(credentials);
  vi.useRealTimers();
  expect(reported).toMatchObject([{ sentAt: 1_000, receivedAt: 4_000 }]);
});

test('an absent condition is left out of the query', async () => {
  const { api, sent } = client(() => json(200, { data: [] }));
  await api.listCoverages({ query: { limit: 1, filter: undefined } as { limit: number } });
  await api.listCoverages({ query: {} });
  expect(sent.map(({ url }) => new URL(url).search)).toEqual(['?limit=1', '']);
});

test('parameters and queries are encoded', async () => {
  const { api, sent } = client(() => json(200, { data: [] }));
  await failure(api.resendLoginCode({ params: { nonce: '../a b' } }));
  await api.listCoverages({ query: { limit: 5000, filter: '[{"field":"country_code","value":"DE"}]' } });
  expect(sent[0]?.url).toBe('https://api.example/v1/phone/code2fa/..%2Fa%20b');
  expect(new URL(sent[1]?.url ?? '').searchParams.get('filter')).toBe('[{"field":"country_code","value":"DE"}]');
});

test('§7: the client never retries automatically', async () => {
  const { api, sent } = client(() => json(503, { message: 'later', errors: [] }, { 'Retry-After': '7' }));
  const { kind, status, message, retryAfter } = await failure(api.readDictionaries({ query: {} }));
  expect({ kind, status, message, retryAfter }).toEqual({
    kind: 'rejected',
    status: 503,
    message: 'later',
    retryAfter: 7,
  });
  expect(sent).toHaveLength(1);
});

test('a rejection keeps the server’s errors; a missing field reads as empty', async () => {
  const { api } = client(() => json(400, { message: 'm', errors: [{ code: 'VA1001', field: null, message: 'no' }] }));
  expect((await failure(api.login(credentials))).errors).toEqual([{ code: 'VA1001', field: '', message: 'no' }]);
});

test.each([
  ['HTML', 200, '<html>'],
  ['nothing', 200, ''],
  ['half of it', 200, '{"user_id":7,'],
  ['another shape', 200, '{"user":7}'],
  ['null', 200, 'null'],
  ['an unexpected status', 201, '{"user_id":7,"user_token":"t"}'],
  ['a page that forbids', 403, '<h1>Forbidden</h1>'],
])('an unreadable response is a failure: %s', async (_, status, body) => {
  const { api } = client(() => new Response(body, { status }));
  expect(await failure(api.login(credentials))).toMatchObject({ kind: 'unreadable', status });
});

test.each([
  ['a page', 502, '<h1>Bad Gateway</h1>', {}, null],
  ['a page that names a wait', 503, '<h1>Maintenance</h1>', { 'Retry-After': '30' }, 30],
  ['plain words', 504, 'upstream request timeout', {}, null],
  ['nothing', 500, '', {}, null],
  ['JSON of its own', 503, '{"problem":"busy"}', {}, null],
])(
  'a gateway’s response for a server that is down is ‘unavailable’ (%s)',
  async (_, status, body, headers, retryAfter) => {
    const { api } = client(() => new Response(body, { status, headers: headers as Record<string, string> }));
    expect(await failure(api.login(credentials))).toMatchObject({ kind: 'unavailable', status, retryAfter });
  },
);

test('an error of the API’s own may have no message, if it has a code', async () => {
  const { api } = client(() => json(503, { message: '', errors: [{ code: 'SV1001' }] }));
  expect(await failure(api.login(credentials))).toMatchObject({ kind: 'rejected', message: '' });
});

test('no response is ‘unreachable’', async () => {
  const { api } = client(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(await failure(api.login(credentials))).toBeInstanceOf(Failure);
  expect((await failure(api.login(credentials))).kind).toBe('unreachable');
});

test.each([
  ['12', 12],
  ['86400', 86_400],
  ['86401', null],
  ['0', null],
  ['12 s', null],
  ['soon', null],
  ['Fri, 31 Dec 9999 23:59:59 GMT', null],
  ['999999999', null],
  ['-3', null],
  ['', null],
  [undefined, null],
])('Retry-After %o waits %o', async (value, wait) => {
  const { api } = client(() =>
    json(429, { message: '', errors: [] }, value === undefined ? {} : { 'Retry-After': value }),
  );
  expect((await failure(api.login(credentials))).retryAfter).toBe(wait);
});

test.each([
  ['a page', '<h1>Too many requests</h1>'],
  ['an empty body', ''],
  ['no text', '{"message":""}'],
])('a 429 of a gateway with %s says for how long the service is not available', async (_, body) => {
  const { api } = client(() => new Response(body, { status: 429, headers: { 'Retry-After': '30' } }));
  expect(await failure(api.login(credentials))).toMatchObject({ kind: 'unavailable', status: 429, retryAfter: 30 });
});

test('a log-out is sent to its end even if the page is closed, a login is not', async () => {
  const { api, sent } = client(() => json(200, { user_id: 1, user_token: 't' }));
  await api.logOut({});
  await api.login(credentials);
  expect(sent.map(({ keepalive }) => keepalive)).toEqual([true, false]);
});

test('a repeat keeps its key after an unreadable response, because it may have been executed', async () => {
  const answers = [new Response('<p>Bad gateway</p>', { status: 200 }), json(403, { message: 'No.', errors: [] })];
  const { api, sent } = client(() => answers.shift() ?? json(200, { user_id: 1, user_token: 't' }));
  await failure(api.login(credentials));
  await failure(api.login(credentials));
  await api.login(credentials);
  const [a, b, c] = sent.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(b).toBe(a);
  expect(c).not.toBe(a);
});

test('a repeat after a lost response keeps its key; after a response, or with another body, it gets a new one', async () => {
  const lost = [true, true, false, false, false];
  const { api, sent } = client(() =>
    lost.shift() ? Promise.reject(new TypeError()) : json(200, { user_id: 1, user_token: 't' }),
  );
  await failure(api.login(credentials));
  await failure(api.login(credentials));
  await api.login(credentials);
  await api.login(credentials);
  await api.login({ body: { ...credentials.body, password: 'y' } });
  const [a, b, c, d, e] = sent.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(a).toMatch(/.{20}/);
  expect([b, c]).toEqual([a, a]);
  expect(new Set([a, d, e]).size).toBe(3);
});

test.each([false, true])(
  'an earlier value sent again after another one gets a new key, because the stored response is outdated (lost: %s)',
  async (isLostToo) => {
    const lost = [true, isLostToo];
    const { api, sent } = client(() =>
      lost.shift() ? Promise.reject(new TypeError()) : json(200, { token: 't1', step: '3' }),
    );
    const order = (nb_users: number) =>
      api.updateRegistration({ params: { registration_token: 't1' }, body: { step: '3', nb_users } });
    await failure(order(2));
    await order(3).catch(() => {});
    await order(2);
    const [two, , twoAgain] = sent.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(twoAgain).not.toBe(two);
  },
);

test.each([
  ['an answer', json(200, { data: { data: {}, step: '3', completed_at: null } })],
  ['a refusal', json(404, { message: 'Gone.', errors: [] })],
])('reading in between, with %s, does not end what is open at the same address', async (_, response) => {
  const answers = [() => Promise.reject(new TypeError()), async () => response];
  const { api, sent } = client(() => answers.shift()?.() ?? json(200, { token: 't1', step: '3' }));
  const params = { registration_token: 't1' };
  const submit = () => api.updateRegistration({ params, body: { step: '3', nb_users: 2 } });
  await failure(submit());
  await api.readRegistration({ params }).catch(() => {});
  await submit();
  const keys = sent.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys[1]).toBeNull();
  expect(keys[2]).toBe(keys[0]);
});

test('an answer may take as long as a bank does', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { api } = client(async () => {
    await new Promise((resolve) => setTimeout(resolve, 59_000));
    return json(200, { user_id: 1, user_token: 't' });
  });
  const answered = api.login(credentials);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), { interval: 1 });
  await vi.advanceTimersByTimeAsync(59_000);
  vi.useRealTimers();
  expect((await answered).status).toBe(200);
});

test('repeating a command that was undone gets a new key, as the undoing does', async () => {
  const lost = [true, false];
  const { api, sent } = client(() =>
    lost.shift() ? Promise.reject(new TypeError()) : json(200, { data: { users: [], invitations: [] } }),
  );
  const of = { params: { user_id: '7' } };
  await failure(api.assignAddOn(of));
  await api.removeAddOn(of);
  await api.assignAddOn(of);
  const keys = sent.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).not.toContain(null);
  expect(new Set(keys).size).toBe(3);
});

test('a repeat keeps its key after a gateway timeout, because the server may have executed it', async () => {
  const answers = [json(504, { message: 'Timed out.', errors: [] })];
  const { api, sent } = client(() => answers.shift() ?? json(200, { user_id: 1, user_token: 't' }));
  await failure(api.login(credentials));
  await api.login(credentials);
  const [first, second] = sent.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(second).toBe(first);
});

test('every response reports the server’s time, and whether it may come from a cache', async () => {
  const reported: TimedAnswer[] = [];
  const answers = [
    json(200, { user_id: 1, user_token: 't' }, { Date: 'Wed, 05 Mar 2025 12:00:00 GMT' }),
    json(200, { data: [] }, { Date: 'Wed, 05 Mar 2025 12:00:01 GMT', 'Cache-Control': 'private, max-age=300' }),
    json(
      503,
      { message: 'Later.' },
      { Date: 'Wed, 05 Mar 2025 12:00:02 GMT', 'Cache-Control': 'private, max-age=300' },
    ),
    json(200, { data: [] }, { Date: 'Wed, 05 Mar 2025 12:00:03 GMT', 'Cache-Control': 'private, No-Store' }),
    new Response('<p>Log in to the WiFi</p>', { headers: { Date: 'Thu, 01 Jan 1970 00:00:05 GMT' } }),
    json(200, { user_id: 1, user_token: 't' }),
  ];
  const api = createApi({
    baseUrl: 'https://api.example',
    headers: () => ({}),
    sessionToken: () => null,
    onAnswer: (answer) => reported.push(answer),
    fetch: async () => answers.shift() ?? expect.fail('asked too often'),
  });
  await api.login(credentials);
  await api.listCoverages({ query: {} });
  await failure(api.readDictionaries({ query: { timestamp: 1 } }));
  await api.listCoverages({ query: {} });
  await failure(api.login(credentials));
  await api.login(credentials);
  const noon = Date.parse('2025-03-05T12:00:00Z');
  expect(reported.map(({ date, isFresh }) => [date - noon, isFresh])).toEqual([
    [0, true],
    [1000, false],
    [2000, true],
    [3000, true],
  ]);
});

test.each([
  ['a date that has passed', 'Wed, 05 Mar 2025 11:59:30 GMT', null],
  ['a date within the second', 'Wed, 05 Mar 2025 12:00:01 GMT', 1],
])('Retry-After may be %s', async (_, date, wait) => {
  const { api } = client(() =>
    json(429, { message: '' }, { Date: 'Wed, 05 Mar 2025 12:00:00 GMT', 'Retry-After': date }),
  );
  expect((await failure(api.login(credentials))).retryAfter).toBe(wait);
});

test('a Retry-After that is a date counts from the device’s time where the server names none', async () => {
  vi.useFakeTimers({ now: Date.parse('2025-03-05T12:00:00.400Z'), toFake: ['Date'] });
  const { api } = client(() => json(429, { message: '' }, { 'Retry-After': 'Wed, 05 Mar 2025 12:00:30 GMT' }));
  expect((await failure(api.login(credentials))).retryAfter).toBe(30);
  vi.useRealTimers();
});

test('a Retry-After that is a date counts from the server’s own time', async () => {
  const { api } = client(() =>
    json(
      429,
      { message: '' },
      { Date: 'Wed, 05 Mar 2025 12:00:00 GMT', 'Retry-After': 'Wed, 05 Mar 2025 12:00:30 GMT' },
    ),
  );
  expect((await failure(api.login(credentials))).retryAfter).toBe(30);
});

test('a long list is read in parts, each in a task of its own, in its order and without what cannot be read', async () => {
  const order: string[] = [];
  vi.stubGlobal('scheduler', { yield: async () => void order.push('task') });
  onTestFinished(() => void vi.unstubAllGlobals());
  const rows = (from: number, count: number) => Array.from({ length: count }, (_, index) => ({ id: from + index }));
  const unreadable = Array.from({ length: 1000 }, () => ({ id: {} }));
  const { api } = client(() => json(200, { data: [...rows(0, 1500), ...unreadable, ...rows(2500, 2499)] }));
  const { data } = await api.listCoverages({ query: { limit: 5000 } });
  expect(data.data.map(({ id }) => id)).toEqual([...rows(0, 1500), ...rows(2500, 2499)].map(({ id }) => id));
  expect(order).toEqual(['task', 'task', 'task', 'task', 'task']);
});

test('a long list without anything that can be read is unreadable', async () => {
  const { api } = client(() => json(200, { data: Array.from({ length: 2001 }, () => ({ id: {} })) }));
  expect(await failure(api.listCoverages({ query: { limit: 5000 } }))).toMatchObject({
    kind: 'unreadable',
    status: 200,
  });
});

describe('a response that does not match the contract', () => {
  const unknown = { data: { data: {}, step: 'identity', completed_at: null } };
  const read = { params: { registration_token: 't1' } };

  test.each([
    ['a step', json(200, unknown)],
    ['a success', json(207, unknown)],
    ['no body', new Response(null, { status: 204 })],
  ])('is reported with the name of its call: %s', async (_, response) => {
    const onUnreadable = vi.fn(() => false);
    const { api } = client(() => response, onUnreadable);
    expect((await failure(api.readRegistration(read))).kind).toBe('unreadable');
    expect(onUnreadable).toHaveBeenCalledExactlyOnceWith(
      'readRegistration',
      response.status === 204 ? null : expect.anything(),
    );
  });

  test.each([
    ['a gateway that says no', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['a gateway that says no, in JSON', () => json(503, { problem: 'busy' })],
    ['a sign-in page of some network', () => new Response('<h1>Welcome</h1>')],
    ['a refusal in words', () => json(404, { message: 'Gone.', errors: [] })],
    ['an error of an unknown shape', () => json(410, 'gone')],
    ['a server without the call', () => new Response(null, { status: 404 })],
    ['a known answer', () => json(200, { data: { data: {}, step: '3', completed_at: null } })],
    ['no answer', () => Promise.reject(new TypeError())],
  ])('is not reported for %s', async (_, respond) => {
    const onUnreadable = vi.fn(() => true);
    const { api } = client(respond, onUnreadable);
    await api.readRegistration(read).catch(() => {});
    expect(onUnreadable).not.toHaveBeenCalled();
  });

  test('is not reported while the document is being left', async () => {
    const onUnreadable = vi.fn(() => true);
    const { api } = client(() => json(200, unknown), onUnreadable);
    const settled = vi.fn();
    api.readRegistration(read).then(settled, settled);
    await vi.waitFor(() => expect(onUnreadable).toHaveBeenCalledOnce());
    await new Promise((resolve) => setImmediate(resolve));
    expect(settled).not.toHaveBeenCalled();
  });

  test('is not reported to a flow that has moved on', async () => {
    const onUnreadable = vi.fn(() => true);
    const leaving = new AbortController();
    const { api } = client(() => {
      leaving.abort();
      return json(200, unknown);
    }, onUnreadable);
    await failure(api.readRegistration(read, leaving.signal));
    expect(onUnreadable).not.toHaveBeenCalled();
  });
});
