import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { checkOf, holdCheck, isCheckOpen } from '#app/registration/checkHistory.ts';
import { stepHistory } from '#app/registration/history.ts';
import type { RegistrationStep } from '#domain/constants.ts';

// A new entry leaves none ahead of it: the tests before may have gone back.
beforeEach(() => history.pushState(null, '', '/signup/?token=t1'));

test('the first step replaces the current history entry; each other step adds one', () => {
  const before = history.length;
  stepHistory.show('1');
  expect(history.length).toBe(before);
  stepHistory.show('2');
  stepHistory.show('2');
  expect(history.length).toBe(before + 1);
  expect(location.search).toBe('?token=t1');
});

test.each<RegistrationStep[]>([
  ['1', '2', '3', '4'],
  ['2-sso', '2', '3', '4'],
])(
  'from %s on each step adds an entry; an earlier one goes back to its entry, so that Back leads to the one before',
  async (...order) => {
    const before = history.length;
    for (const step of order) stepHistory.show(step);
    expect(history.length).toBe(before + 3);
    stepHistory.show('3');
    await vi.waitFor(() => expect(history.state.step).toBe('3'));
    expect(history.length).toBe(before + 3);
    await back();
    expect(history.state.step).toBe('2');
  },
);

test('an earlier step that has no entry takes the place of the current one', () => {
  stepHistory.show('4');
  const { length } = history;
  stepHistory.show('3');
  expect(history.state.step).toBe('3');
  expect(history.length).toBe(length);
});

test('Back reports its step once, until unsubscribed', async () => {
  const moves: RegistrationStep[] = [];
  stepHistory.show('1');
  stepHistory.show('2');
  stepHistory.show('3');
  const unfollow = stepHistory.follow((step) => moves.push(step));
  await back();
  expect(moves).toEqual(['2']);
  unfollow();
  await back();
  expect(moves).toEqual(['2']);
});

test('a history entry of another page reports nothing', async () => {
  const moves: RegistrationStep[] = [];
  const unfollow = stepHistory.follow((step) => moves.push(step));
  history.replaceState({ step: 'nonsense' }, '');
  history.pushState({ step: '2' }, '');
  await back();
  expect(moves).toEqual([]);
  unfollow();
});

test('Back closes an open bank check once and removes its entry', async () => {
  const moves: RegistrationStep[] = [];
  stepHistory.show('4');
  const step = history.state;
  const unfollow = stepHistory.follow((shown) => moves.push(shown));
  let closed = 0;
  const stop = holdCheck(() => {
    closed += 1;
  });
  expect(isCheckOpen()).toBe(true);
  await back();
  expect(closed).toBe(1);
  stop();
  await settled();
  expect(isCheckOpen()).toBe(false);
  expect(history.state).toEqual(step);
  expect(moves).toEqual([]);
  unfollow();
});

test('each further page of the frame adds one history entry', async () => {
  stepHistory.show('4');
  const stop = holdCheck(() => {});
  const above = () => checkOf(history.state)?.above;
  expect(above()).toBe(1);
  // A frame that is put in the page has loaded its first page at once.
  const frame = document.body.appendChild(document.createElement('iframe'));
  expect(above()).toBe(1);
  frame.dispatchEvent(new Event('load'));
  frame.dispatchEvent(new Event('load'));
  expect(above()).toBe(3);
  document.body.appendChild(document.createElement('img')).dispatchEvent(new Event('load'));
  expect(above()).toBe(3);
  stop();
  frame.remove();
  await vi.waitFor(() => expect(checkOf(history.state)).toBeNull());
});

test('a bank check that ends leaves the step’s entry as the current one', async () => {
  stepHistory.show('4');
  const step = history.state;
  holdCheck(() => expect.fail('nobody went back'))();
  await vi.waitFor(() => expect(history.state).toEqual(step));
});

test('a step shown while the entries of a check are being left is not undone by that', async () => {
  const moves: RegistrationStep[] = [];
  stepHistory.show('1');
  const unfollow = stepHistory.follow((step) => moves.push(step));
  // The browser leaves them later.
  const go = vi.spyOn(history, 'go').mockImplementation(() => {});
  holdCheck(() => expect.fail('nobody went back'))();
  await vi.waitFor(() => expect(go).toHaveBeenCalledOnce());
  stepHistory.show('2');
  const [distance] = go.mock.lastCall ?? [];
  go.mockRestore();
  history.go(distance);
  await vi.waitFor(() => expect(history.state).toEqual({ step: '2', from: '1' }));
  await settled();
  expect(moves).toEqual([]);
  await back();
  expect(moves).toEqual(['1']);
  unfollow();
});

test('after a reload during a bank check its entry is used for the check that opens again', async () => {
  // The reload ends the interval of the first page.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  stepHistory.show('4');
  holdCheck(() => {});
  const reloaded = history.state;
  // A new page has no open check except the entry in the history.
  vi.resetModules();
  const page = await import('#app/registration/checkHistory.ts');
  const { stepHistory: steps } = await import('#app/registration/history.ts');
  let cancelled = 0;
  steps.show('4');
  const leave = page.holdCheck(() => (cancelled += 1));
  await vi.waitFor(() => new Promise((resolve) => setTimeout(resolve)));
  expect(history.state).toEqual(reloaded);
  expect(checkOf(history.state)).not.toBeNull();
  expect(cancelled).toBe(0);
  leave();
});

test('a page that the frame adds to the history without loading is noticed within a second, once', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  stepHistory.show('4');
  const stop = holdCheck(() => {});
  const above = () => checkOf(history.state)?.above;
  vi.advanceTimersByTime(5_000);
  expect(above()).toBe(1);
  history.pushState(history.state, '');
  vi.advanceTimersByTime(1_000);
  expect(above()).toBe(2);
  vi.advanceTimersByTime(5_000);
  expect(above()).toBe(2);
  stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('once a check has ended, neither the frame nor Back moves the history for it', async () => {
  stepHistory.show('4');
  const stop = holdCheck(() => expect.fail('the check has ended'));
  const frame = document.body.appendChild(document.createElement('iframe'));
  stop();
  await vi.waitFor(() => expect(checkOf(history.state)).toBeNull());
  const { length } = history;
  frame.dispatchEvent(new Event('load'));
  expect(history.length).toBe(length);
  stepHistory.show('2');
  await back();
  frame.remove();
});

test('Forward to a check that has ended leads back to its step', async () => {
  const moves: RegistrationStep[] = [];
  stepHistory.show('4');
  const unfollow = stepHistory.follow((step) => moves.push(step));
  holdCheck(() => {})();
  await vi.waitFor(() => expect(history.state).toEqual({ step: '4' }));
  const visited: boolean[] = [];
  const visit = () => void visited.push(checkOf(history.state) !== null);
  addEventListener('popstate', visit);
  history.forward();
  await vi.waitFor(() => expect(visited).toEqual([true, false]));
  expect(history.state).toEqual({ step: '4' });
  expect(moves.filter((step) => step !== '4')).toEqual([]);
  removeEventListener('popstate', visit);
  unfollow();
});

describe('where the browser can address an entry', () => {
  /** The entries of the history by their keys: that of the step is 'k4'. */
  function entries(traverseTo: () => { finished: Promise<unknown> }) {
    const navigation = { currentEntry: { key: 'k4' }, traverseTo: vi.fn(traverseTo) };
    vi.stubGlobal('navigation', navigation);
    onTestFinished(() => void vi.unstubAllGlobals());
    stepHistory.show('4');
    return navigation;
  }

  test('a check that ends goes to that of its step, past all pages of the frame', async () => {
    const navigation = entries(() => {
      history.go(-2);
      return { finished: Promise.resolve() };
    });
    const stop = holdCheck(() => {});
    expect(checkOf(history.state)).toEqual({ base: 'k4', above: 1 });
    navigation.currentEntry.key = 'of a check';
    const frame = document.body.appendChild(document.createElement('iframe'));
    frame.dispatchEvent(new Event('load'));
    expect(checkOf(history.state)).toEqual({ base: 'k4', above: 2 });
    stop();
    await vi.waitFor(() => expect(history.state).toEqual({ step: '4' }));
    expect(navigation.traverseTo).toHaveBeenCalledExactlyOnceWith('k4');
    frame.remove();
  });

  test('and that one is gone, the current one takes its place', async () => {
    entries(() => ({ finished: Promise.reject(new DOMException('No entry', 'InvalidStateError')) }));
    holdCheck(() => {})();
    await vi.waitFor(() => expect(history.state).toEqual({ step: '4' }));
    expect(isCheckOpen()).toBe(false);
  });
});

test('a check that opens while another one ends keeps its entry', async () => {
  stepHistory.show('4');
  const end = holdCheck(() => {});
  end();
  const stop = holdCheck(() => {});
  await settled();
  expect(isCheckOpen()).toBe(true);
  expect(checkOf(history.state)).not.toBeNull();
  stop();
  await vi.waitFor(() => expect(checkOf(history.state)).toBeNull());
});

/** The history moves in its own time. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

function back() {
  const onMove = new Promise<void>((resolve) => addEventListener('popstate', () => resolve(), { once: true }));
  history.back();
  return onMove;
}
