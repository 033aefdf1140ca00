import { afterPaint } from '#ui/afterPaint.ts';

let showFirstScreen = () => {};
const firstScreen = new Promise<void>((resolve) => {
  showFirstScreen = resolve;
});

/** The first screen works: what waits in `whenIdle` continues once it has been painted. */
export const firstScreenWorks = (): void => afterPaint(showFirstScreen);

/**
 * Calls back once the first screen works and the browser has nothing more urgent to do: what is only needed later would
 * compete with it for the line and the processor. Safari has no idle callbacks.
 */
export const whenIdle = (callback: () => void): void => {
  void firstScreen.then(() => {
    if (window.requestIdleCallback) window.requestIdleCallback(callback, { timeout: 2000 });
    else setTimeout(callback, 200);
  });
};
