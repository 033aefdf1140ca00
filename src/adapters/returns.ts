/** Signals of the same return arrive within this time, in ms. */
const SAME_RETURN = 1000;

/**
 * Calls back each time the visitor returns to the page from another tab or window, once per return. A page restored
 * from the back/forward cache is handled elsewhere (`pageshow`). Returns a function to stop.
 */
export function followReturns(onReturn: () => void): () => void {
  let isAway = false;
  let isInFrame = false;
  let reportedAt = Number.NEGATIVE_INFINITY;

  const leave = () => {
    isAway = true;
    reportedAt = Number.NEGATIVE_INFINITY;
  };
  const comeBack = () => {
    isAway = false;
    if (performance.now() - reportedAt < SAME_RETURN) return;
    reportedAt = performance.now();
    onReturn();
  };
  const onVisibility = () => (document.visibilityState === 'hidden' ? leave() : comeBack());
  /** The window also loses focus to a frame of the page, and regains it from there: that is not a return. */
  const onBlur = () => {
    isInFrame = document.hasFocus();
    if (!isInFrame) leave();
  };
  const onFocus = () => {
    const cameFromFrame = isInFrame && !isAway && document.activeElement?.tagName !== 'IFRAME';
    isInFrame = false;
    if (!cameFromFrame) comeBack();
  };
  /** No event is fired when the window is left or entered through a frame, so the focus is polled. */
  const timer = setInterval(() => {
    if (!document.hasFocus()) leave();
    else if (isAway && document.visibilityState === 'visible') comeBack();
  }, SAME_RETURN);

  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('blur', onBlur);
  window.addEventListener('focus', onFocus);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('blur', onBlur);
    window.removeEventListener('focus', onFocus);
  };
}
