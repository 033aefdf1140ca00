import { offsetAfter, type TimedAnswer } from '#domain/serverTime.ts';
import type { KeyValueStore } from './storage.ts';

const KEY = 'clock_offset';

/** A hundred years, in ms: no device's clock is that wrong. */
const MAX_OFFSET = 100 * 366 * 24 * 60 * 60 * 1000;

const isPlausible = (offset: number): boolean => Math.abs(offset) <= MAX_OFFSET;

/**
 * The server's time on a device whose clock may be wrong: the device's clock plus an offset. Every answer corrects the
 * offset, and a reload keeps it. Before the first answer it is the device's own time.
 */
export function createServerClock(store: KeyValueStore) {
  const stored = Number(store.read(KEY) ?? 0);
  let offset = isPlausible(stored) ? stored : 0;
  const listeners = new Set<() => void>();
  return {
    /** Milliseconds since the epoch. */
    now: () => Date.now() + offset,
    correct: (answer: TimedAnswer) => {
      const corrected = offsetAfter(offset, answer);
      if (corrected !== offset && isPlausible(corrected)) {
        offset = corrected;
        store.write(KEY, String(offset));
      }
      for (const listener of listeners) listener();
    },
    /**
     * Calls the listener when the time may be another: regularly, when the page becomes visible again, and with every
     * answer, whose deadlines are compared with it. Returns a function to stop.
     */
    subscribe: (listener: () => void, intervalMs: number) => {
      listeners.add(listener);
      const timer = setInterval(listener, intervalMs);
      document.addEventListener('visibilitychange', listener);
      return () => {
        listeners.delete(listener);
        clearInterval(timer);
        document.removeEventListener('visibilitychange', listener);
      };
    },
  };
}
export type ServerClock = ReturnType<typeof createServerClock>;
