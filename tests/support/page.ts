import { cleanup } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';
import './sampleSettings.ts';

afterEach(cleanup);

// Files of one worker share its window: an address, a storage or a cookie that one has left is not another's.
history.replaceState(null, '', '/');
localStorage.clear();
sessionStorage.clear();
for (const pair of document.cookie.split('; ')) document.cookie = `${pair.split('=')[0]}=; Path=/; Max-Age=0`;

// The listeners that a file has added are removed with the file.
const ended = new AbortController();
const { addEventListener } = window;
window.addEventListener = (
  type: string,
  listener: EventListenerOrEventListenerObject,
  options?: boolean | AddEventListenerOptions,
) => {
  const given = typeof options === 'boolean' ? { capture: options } : options;
  const signal = given?.signal ? AbortSignal.any([given.signal, ended.signal]) : ended.signal;
  addEventListener.call(window, type, listener, { ...given, signal });
};
afterAll(() => {
  ended.abort();
  window.addEventListener = addEventListener;
});

// jsdom has no top layer: a modal dialog is simply an open one.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};
// jsdom has no layout, but the code field looks up the element at a point.
document.elementFromPoint = () => null;
// Nothing has a size there either, so no size changes.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

// jsdom runs frames by an interval that it starts when it needs one. Started while a test has replaced the timers, it
// never fires, and there are no more frames for the tests that follow.
const { setTimeout: later, clearTimeout: stop } = globalThis;
globalThis.requestAnimationFrame = (callback) => Number(later(() => callback(performance.now()), 16));
globalThis.cancelAnimationFrame = (handle) => stop(handle);
