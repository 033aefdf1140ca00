import { useSyncExternalStore } from 'react';

/**
 * Prerendered pages are the same for all visitors and days. False while a page is prerendered or hydrated: what differs
 * is rendered right after.
 */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
