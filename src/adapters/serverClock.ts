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
    /** Calls the listener with every answer, whose deadlines are compared with the time. Returns a function to stop. */
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
export type ServerClock = ReturnType<typeof createServerClock>;
