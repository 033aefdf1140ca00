/** Calls back once the browser has painted what was changed just now; at once in a hidden page, which paints nothing. */
export function afterPaint(callback: () => void): void {
  if (document.hidden) callback();
  else requestAnimationFrame(() => setTimeout(callback));
}
