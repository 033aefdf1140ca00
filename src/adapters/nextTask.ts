type Yielding = { scheduler?: { yield?: () => Promise<void> } };

/** Continues in a task of its own, so that keys and paints that wait are handled first. Safari has no scheduler. */
export const nextTask = (): Promise<void> =>
  (globalThis as Yielding).scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
