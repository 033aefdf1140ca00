import { beforeEach, expect, test, vi } from 'vitest';
import { checkOf, holdCheck, isCheckOpen } from '#app/registration/checkHistory.ts';
import { stepHistory } from '#app/registration/history.ts';
import type { RegistrationStep } from '#domain/constants.ts';

beforeEach(() => history.replaceState(null, '', '/signup/?token=t1'));

test('the first step takes over the entry that is there; each other step is an entry of its own', () => {
  const before = history.length;
  stepHistory.show('1');
  expect(history.length).toBe(before);
  stepHistory.show('2');
  stepHistory.show('2');
  expect(history.length).toBe(before + 1);
  expect(location.search).toBe('?token=t1');
});

test('Back tells the step that it led to, once, until nobody listens', async () => {
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

test('an entry that is none of the wizard tells nothing', async () => {
  const moves: RegistrationStep[] = [];
  const unfollow = stepHistory.follow((step) => moves.push(step));
  history.replaceState({ step: 'nonsense' }, '');
  history.pushState({ step: '2' }, '');
  await back();
  expect(moves).toEqual([]);
  unfollow();
});

test('Back closes an open check, once, and its entry is gone with it', async () => {
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

test('each page of a frame after its first one is covered by one more entry', async () => {
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

test('a check that ends by itself leaves the step’s entry on top', async () => {
  stepHistory.show('4');
  const step = history.state;
  holdCheck(() => expect.fail('nobody went back'))();
  await vi.waitFor(() => expect(history.state).toEqual(step));
});

test('reloaded while a check is open, its entry is kept for the check that opens again', async () => {
  stepHistory.show('4');
  holdCheck(() => {});
  const reloaded = history.state;
  // A new page knows of no check that is open, but for the entry.
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

/** The history moves in its own time. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

function back() {
  const onMove = new Promise<void>((resolve) => addEventListener('popstate', () => resolve(), { once: true }));
  history.back();
  return onMove;
}
