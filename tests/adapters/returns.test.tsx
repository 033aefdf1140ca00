import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followReturns } from '#adapters/returns.ts';

const returned = vi.fn();
let stop = () => {};
let hasFocus = true;
let visibility: DocumentVisibilityState = 'visible';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, 'hasFocus').mockImplementation(() => hasFocus);
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  hasFocus = true;
  visibility = 'visible';
  returned.mockClear();
  stop = followReturns(returned);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

/** Another tab of the same window comes to the front. */
function hide() {
  visibility = 'hidden';
  hasFocus = false;
  document.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('blur'));
}
function show() {
  visibility = 'visible';
  hasFocus = true;
  document.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('focus'));
}
/** Another window lies beside this one, which stays visible. */
function blur() {
  hasFocus = false;
  window.dispatchEvent(new Event('blur'));
}
function focus() {
  hasFocus = true;
  window.dispatchEvent(new Event('focus'));
}

test('a page that is not left reports nothing', () => {
  vi.advanceTimersByTime(60_000);
  expect(returned).not.toHaveBeenCalled();
});

test('returning from another tab is reported once, although two events fire', () => {
  hide();
  vi.advanceTimersByTime(30_000);
  expect(returned).not.toHaveBeenCalled();
  show();
  vi.advanceTimersByTime(30_000);
  expect(returned).toHaveBeenCalledOnce();
});

test('each return from another window is reported', () => {
  blur();
  focus();
  expect(returned).toHaveBeenCalledOnce();
  blur();
  focus();
  expect(returned).toHaveBeenCalledTimes(2);
});

test('focus moving into a frame of the page and back is not reported', () => {
  const field = document.body.appendChild(document.createElement('input'));
  document.body.appendChild(document.createElement('iframe')).focus();
  // The window loses the focus, its document keeps it.
  window.dispatchEvent(new Event('blur'));
  field.focus();
  window.dispatchEvent(new Event('focus'));
  vi.advanceTimersByTime(5000);
  expect(returned).not.toHaveBeenCalled();
});

test('leaving the window from within a frame is detected', () => {
  document.body.appendChild(document.createElement('iframe')).focus();
  window.dispatchEvent(new Event('blur'));
  hasFocus = false;
  vi.advanceTimersByTime(2000);
  hasFocus = true;
  vi.advanceTimersByTime(2000);
  expect(returned).toHaveBeenCalledOnce();
});

test('a tab that is shown again is reported at once, although its window has no focus', () => {
  visibility = 'hidden';
  document.dispatchEvent(new Event('visibilitychange'));
  expect(returned).not.toHaveBeenCalled();
  visibility = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
  expect(returned).toHaveBeenCalledOnce();
});

test('a tab that is hidden is not returned to, whatever its focus', () => {
  hide();
  hasFocus = true;
  vi.advanceTimersByTime(5000);
  expect(returned).not.toHaveBeenCalled();
  show();
  expect(returned).toHaveBeenCalledOnce();
});

test.each([
  [999, 1],
  [1000, 2],
])('two signals within %d ms are %d returns', (apart, returns) => {
  window.dispatchEvent(new Event('focus'));
  vi.advanceTimersByTime(apart);
  window.dispatchEvent(new Event('focus'));
  expect(returned).toHaveBeenCalledTimes(returns);
});

/** The focus moves into a frame of the page. */
function enterFrame() {
  const field = document.body.appendChild(document.createElement('input'));
  document.body.appendChild(document.createElement('iframe')).focus();
  window.dispatchEvent(new Event('blur'));
  return field;
}

test('a return into the frame from which the window was left is reported', () => {
  enterFrame();
  window.dispatchEvent(new Event('focus'));
  expect(returned).toHaveBeenCalledOnce();
});

test('a return to the page itself is reported at once, after the window was left from a frame', () => {
  const field = enterFrame();
  hasFocus = false;
  vi.advanceTimersByTime(2000);
  hasFocus = true;
  field.focus();
  window.dispatchEvent(new Event('focus'));
  expect(returned).toHaveBeenCalledOnce();
});

test('nothing is reported after unsubscribing', () => {
  stop();
  hide();
  show();
  hasFocus = false;
  vi.advanceTimersByTime(2000);
  hasFocus = true;
  vi.advanceTimersByTime(60_000);
  expect(returned).not.toHaveBeenCalled();
});
