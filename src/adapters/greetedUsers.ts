import type { KeyValueStore } from './storage.ts';

const KEY = 'greeted';

/** Local storage: the users who have dismissed the greeting of the dashboard in this browser, by id. */
export const greetedUsers = (store: KeyValueStore) => ({
  read: (): number[] => (store.read(KEY) ?? '').split(' ').map(Number).filter(Number.isSafeInteger).filter(Boolean),
  write: (users: readonly number[]): void => store.write(KEY, users.join(' ')),
});
