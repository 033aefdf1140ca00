/** For how long requests may be seen to end after the page has been left; in ms. */
const BREAK_OFF_MS = 3_000;

/**
 * Whether the document is being left. Firefox then breaks off all that it loads, and goes on showing it until the next
 * one answers: nothing has failed.
 */
export function watchLeaving(page: EventTarget, now: () => number): () => boolean {
  let leftAt = Number.NEGATIVE_INFINITY;
  page.addEventListener('beforeunload', () => {
    leftAt = now();
  });
  return () => now() - leftAt < BREAK_OFF_MS;
}
