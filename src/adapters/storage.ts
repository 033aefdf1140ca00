/** A key-value store for text; falls back to memory if the browser's storage fails. */
export type KeyValueStore = {
  read: (key: string) => string | null;
  write: (key: string, text: string) => void;
  remove: (key: string) => void;
};

/** Wraps local or session storage: blocked, full or broken storage never breaks the page. */
export function keyValueStore(storage: () => Storage): KeyValueStore {
  const memory = new Map<string, string>();
  const attempt = <T>(act: (storage: Storage) => T, otherwise: () => T): T => {
    try {
      return act(storage());
    } catch {
      return otherwise();
    }
  };
  return {
    read: (key) =>
      memory.get(key) ??
      attempt(
        (place) => place.getItem(key),
        () => null,
      ),
    write: (key, text) => {
      memory.delete(key);
      attempt(
        (place) => place.setItem(key, text),
        () => void memory.set(key, text),
      );
    },
    remove: (key) => {
      memory.delete(key);
      attempt(
        (place) => place.removeItem(key),
        () => undefined,
      );
    },
  };
}
