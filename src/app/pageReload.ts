import { keyValueStore } from '#adapters/storage.ts';

/** What a document that is older than the server cannot go on without: a part of itself, or an answer that it can read. */
export type ReloadCause = 'chunk' | 'answer';

/** Loads the address anew, in the hope of a newer build. Returns whether the document is being left. */
export type PageReload = (cause: ReloadCause) => boolean;

/** What the reload has not mended it will not mend a moment later. */
const PAUSE = 10 * 60_000;

/**
 * One reload for each cause within ten minutes, noted in the tab. A browser that keeps no note would load the page for
 * ever, and keeps nothing that was typed either: there the document stays.
 */
export function createPageReload(storage: () => Storage, now: () => number, load: () => void): PageReload {
  return (cause) => {
    const key = `reloaded-${cause}`;
    const time = now();
    const elapsed = time - Number(keyValueStore(storage).read(key));
    if (elapsed >= 0 && elapsed < PAUSE) return false;
    keyValueStore(storage).write(key, String(time));
    // Another keeper has nothing in memory: it reads what the browser has kept.
    if (keyValueStore(storage).read(key) !== String(time)) return false;
    load();
    return true;
  };
}
