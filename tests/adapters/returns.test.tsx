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

test('nothing is told of a page that nobody leaves', () => {
  vi.advanceTimersByTime(60_000);
  expect(returned).not.toHaveBeenCalled();
});

test('coming back from another tab is one return, though two events tell of it', () => {
  hide();
  vi.advanceTimersByTime(30_000);
  expect(returned).not.toHaveBeenCalled();
  show();
  vi.advanceTimersByTime(30_000);
  expect(returned).toHaveBeenCalledOnce();
});

test('coming back from another window is a return, each time', () => {
  blur();
  focus();
  expect(returned).toHaveBeenCalledOnce();
  blur();
  focus();
  expect(returned).toHaveBeenCalledTimes(2);
});

test('the focus that goes to a frame of the page and comes back is none', () => {
  const field = document.body.appendChild(document.createElement('input'));
  document.body.appendChild(document.createElement('iframe')).focus();
  // The window loses the focus, its document keeps it.
  window.dispatchEvent(new Event('blur'));
  field.focus();
  window.dispatchEvent(new Event('focus'));
  vi.advanceTimersByTime(5000);
  expect(returned).not.toHaveBeenCalled();
});

test('a window that is left from within a frame is noticed all the same', () => {
  document.body.appendChild(document.createElement('iframe')).focus();
  window.dispatchEvent(new Event('blur'));
  hasFocus = false;
  vi.advanceTimersByTime(2000);
  hasFocus = true;
  vi.advanceTimersByTime(2000);
  expect(returned).toHaveBeenCalledOnce();
});

test('once stopped, nothing is told any more', () => {
  stop();
  hide();
  show();
  vi.advanceTimersByTime(60_000);
  expect(returned).not.toHaveBeenCalled();
});
