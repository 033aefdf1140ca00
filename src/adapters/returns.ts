/** Signs of one return come within this time of each other, in ms. */
const TOGETHER = 1000;

/**
 * Tells each time the visitor comes back to the page from another tab or window, once a return. A page that comes out
 * of the browser's cache begins anew and needs no telling. Returns how to stop.
 */
export function followReturns(returned: () => void): () => void {
  let isAway = false;
  let isInFrame = false;
  let toldAt = Number.NEGATIVE_INFINITY;

  const leave = () => {
    isAway = true;
    toldAt = Number.NEGATIVE_INFINITY;
  };
  const comeBack = () => {
    isAway = false;
    if (performance.now() - toldAt < TOGETHER) return;
    toldAt = performance.now();
    returned();
  };
  const onVisibility = () => (document.visibilityState === 'hidden' ? leave() : comeBack());
  /** The window also loses the focus to a frame of the page, and gets it back from there: nobody was away then. */
  const onBlur = () => {
    isInFrame = document.hasFocus();
    if (!isInFrame) leave();
  };
  const onFocus = () => {
    const cameFromFrame = isInFrame && !isAway && document.activeElement?.tagName !== 'IFRAME';
    isInFrame = false;
    if (!cameFromFrame) comeBack();
  };
  /** A window that is left and entered by a frame says nothing of either. */
  const timer = setInterval(() => {
    if (!document.hasFocus()) leave();
    else if (isAway && document.visibilityState === 'visible') comeBack();
  }, TOGETHER);

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
