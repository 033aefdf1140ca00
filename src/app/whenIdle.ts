/** Calls back once the browser has nothing more urgent to do. Safari has no idle callbacks. */
export const whenIdle = (callback: () => void): void => {
  if (window.requestIdleCallback) window.requestIdleCallback(callback, { timeout: 2000 });
  else setTimeout(callback, 200);
};
