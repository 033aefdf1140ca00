import { keyValueStore } from '#adapters/storage.ts';

/** What a document that is older than the server is missing: a chunk of itself, or an answer that it can read. */
type ReloadCause = 'chunk' | 'answer';

/** Reloads the address in case there is a newer build. Returns whether the document is being left. */
export type PageReload = (cause: ReloadCause) => boolean;

/** A reload that did not help will not help a moment later; in ms. */
const MIN_INTERVAL = 10 * 60_000;

type Options = {
  storage: () => Storage;
  now: () => number;
  isOnline: () => boolean;
  isBeingLeft: () => boolean;
  load: () => void;
};

/**
 * One reload for each cause within ten minutes, recorded in the tab. Without working storage the page would reload in a
 * loop and lose unsaved input, so the document stays; it stays without a connection too, since there is no other. A
 * document that is being left already is not loaded again instead of the one that the visitor goes to.
 */
export function createPageReload({ storage, now, isOnline, isBeingLeft, load }: Options): PageReload {
  return (cause) => {
    if (isBeingLeft()) return true;
    if (!isOnline()) return false;
    const key = `reloaded-${cause}`;
    const time = now();
    const elapsed = time - Number(keyValueStore(storage).read(key));
    if (elapsed >= 0 && elapsed < MIN_INTERVAL) return false;
    keyValueStore(storage).write(key, String(time));
    // A new store has nothing in memory: it reads what the browser has stored.
    if (keyValueStore(storage).read(key) !== String(time)) return false;
    load();
    return true;
  };
}
