import { onTestFinished } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import type { OpenStore } from '#server/store/opened.ts';
import { openStore } from '#server/store/store.ts';
import { emptyFolder } from './dataFolder.ts';
import { binaries, cluster } from './postgres.ts';

/** A database to run a test on, and how to open it; more than once, for PostgreSQL, as several servers do. */
type Kind = { name: string; isThere: boolean; place: () => Promise<Record<string, string>> };

/** Both databases, for `describe.each`. Without PostgreSQL on the machine only SQLite is there. */
export const kinds: readonly Kind[] = [
  { name: 'SQLite', isThere: true, place: async () => ({ DATA_DIR: emptyFolder() }) },
  {
    name: 'PostgreSQL',
    isThere: binaries !== null,
    place: async () => ({ DATA_DIR: emptyFolder(), DATABASE_URL: await (await cluster()).database() }),
  },
];

/** Opens a database; it is closed after the test. */
export async function openAt(place: Record<string, string>): Promise<OpenStore> {
  const store = await openStore(readConfig(place), 0);
  onTestFinished(() => store.db.destroy());
  return store;
}
