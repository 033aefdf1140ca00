import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { createServerClock } from '#adapters/serverClock.ts';
import { keyValueStore } from '#adapters/storage.ts';
import { inputActor, promiseActor } from '#app/promiseActor.ts';
import { apiAddress, bankOrigins } from '#app/registration/bankOrigins.ts';
import { tokenEffects } from '#app/registration/token.ts';
import { type AppServices, bannerEffects, clockActor, sessionEffects } from '#app/services.ts';
import type { Notice } from '#domain/notice.ts';
import { settings } from '#settings';

const nothing = undefined;

describe('the clock of the flows', () => {
  const START = Date.parse('2025-03-05T12:00:00Z');
  beforeEach(() => vi.useFakeTimers({ now: START }));
  afterEach(() => {
    vi.useRealTimers();
    sessionStorage.clear();
  });

  /** A flow that reads the clock, and the times that it has read. */
  function running() {
    const clock = createServerClock(keyValueStore(() => sessionStorage));
    const times: number[] = [];
    const machine = createMachine({
      invoke: { src: clockActor({ clock }) },
      on: { TIME_PASSED: { actions: ({ event }) => times.push(event['now'] - START) } },
    });
    return { clock, times, flow: createActor(machine).start() };
  }

  it('tells the time at once and every second', () => {
    const { times } = running();
    expect(times).toEqual([0]);
    vi.advanceTimersByTime(2_000);
    expect(times).toEqual([0, 1_000, 2_000]);
  });

  it('tells it when the page becomes visible again, and with every answer', () => {
    const { clock, times } = running();
    vi.setSystemTime(START + 500_000);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(times.at(-1)).toBe(500_000);
    vi.setSystemTime(START + 500_900);
    const device = Date.now();
    clock.correct({ date: device - 900, sentAt: device, receivedAt: device, isFresh: true });
    expect(times.at(-1)).toBe(500_900);
    clock.correct({ date: device - 3_600_000, sentAt: device - 200, receivedAt: device, isFresh: true });
    expect(times.at(-1)).toBe(500_900 - 3_600_000);
  });

  it('is silent once its flow has left the state', () => {
    const { clock, times, flow } = running();
    flow.stop();
    const read = vi.spyOn(clock, 'now');
    vi.advanceTimersByTime(10_000);
    document.dispatchEvent(new Event('visibilitychange'));
    const device = Date.now();
    clock.correct({ date: device - 3_600_000, sentAt: device - 200, receivedAt: device, isFresh: true });
    expect(times).toEqual([0]);
    expect(read).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('a request of several calls gets its input, and is aborted when its flow leaves the state', async () => {
  const signals: AbortSignal[] = [];
  const inputs: unknown[] = [];
  const never = (signal: AbortSignal) => {
    signals.push(signal);
    return new Promise<never>(() => {});
  };
  const machine = createMachine({
    initial: 'reading',
    states: {
      reading: {
        invoke: [
          { id: 'one', src: promiseActor(never) },
          {
            id: 'two',
            src: inputActor((input: string, signal) => {
              inputs.push(input);
              return never(signal);
            }),
            input: 'DE',
          },
        ],
        on: { LEAVE: 'left' },
      },
      left: {},
    },
  });
  const flow = createActor(machine).start();
  expect(inputs).toEqual(['DE']);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  flow.send({ type: 'LEAVE' });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  const loaded = createActor(promiseActor(async () => 'loaded')).start();
  await vi.waitFor(() => expect(loaded.getSnapshot().output).toBe('loaded'));
});

describe('the effects of a flow', () => {
  const send = vi.fn();
  let stored: unknown = null;
  const write = vi.fn((session: unknown) => {
    stored = session;
  });
  const go = vi.fn();
  const amend = vi.fn();
  const services = {
    notice: { send },
    cookies: { auth: { write, read: () => stored } },
    navigation: { go, amend },
    loginHint: { email: 'before@example.com' },
  } as unknown as AppServices;
  beforeEach(() => vi.clearAllMocks());

  it('on the banner: a notice replaces others or is added, and none is sent where there is none', () => {
    const { notify, addNotice, clearNotice } = bannerEffects(services);
    const notice: Notice = { kind: 'success', message: { code: 'loginCodeSent' } };
    notify(nothing, notice);
    addNotice(nothing, notice);
    notify(nothing, null);
    addNotice(nothing, null);
    clearNotice();
    expect(send.mock.calls).toEqual([[{ type: 'SHOW', notice }], [{ type: 'ADD', notice }], [{ type: 'CLEAR' }]]);
  });

  it('on the session: whose it is, and how long it is remembered', () => {
    const { openSession } = sessionEffects(services);
    openSession(nothing, { user_id: 1, user_token: 't', remember_me: true });
    openSession(nothing, { user_id: 2, user_token: 'u', remember_me: false });
    expect(write.mock.calls).toEqual([
      [{ user_id: 1, user_token: 't' }, true],
      [{ user_id: 2, user_token: 'u' }, false],
    ]);
    expect(send).not.toHaveBeenCalled();
  });

  it.each([
    ['not stored', null],
    ['not the one that is read', { user_id: 1, user_token: 'of the server' }],
  ])('on a session that is %s: the person is not logged in, and reads why', (_, found) => {
    const { openSession } = sessionEffects(services);
    write.mockImplementationOnce(() => {
      stored = found;
    });
    openSession(nothing, { user_id: 1, user_token: 't', remember_me: true });
    expect(send.mock.calls).toEqual([
      [{ type: 'SHOW', notice: { kind: 'error', message: { code: 'cookiesNeeded' } } }],
    ]);
  });

  it('on the address: another family, with the e-mail address for the next flow if one was typed', () => {
    const { goTo } = sessionEffects(services);
    goTo(nothing, { family: 'dashboard' });
    expect(services.loginHint.email).toBe('before@example.com');
    goTo(nothing, { family: 'login', email: '' });
    expect(services.loginHint.email).toBe('');
    expect(go.mock.calls).toEqual([['dashboard'], ['login']]);
  });

  it('on the token of a sign-up: written if there is one, and removed', () => {
    const { storeToken, removeToken } = tokenEffects(services);
    storeToken(nothing, { token: null });
    expect(amend).not.toHaveBeenCalled();
    storeToken(nothing, { token: 't1' });
    removeToken();
    expect(amend.mock.calls).toEqual([[{ token: 't1' }], [{ token: null }]]);
  });
});

test.each([
  ['/v1/phone', 'http://localhost:3000/v1/phone', ['http://localhost:3000', 'https://bank.example']],
  ['https://api.example/v1/phone', 'https://api.example/v1/phone', ['https://api.example', 'https://bank.example']],
])('with the API at %s, hosted pages may come from its origin and those of the settings', (apiBase, href, origins) => {
  const services = { page: { apiBase }, settings: { ...settings, bankOrigins: ['https://bank.example'] } };
  expect(apiAddress(services as AppServices).href).toBe(href);
  expect(bankOrigins(services as AppServices)).toEqual(origins);
});
