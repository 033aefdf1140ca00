import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import type { OpenStore } from '#server/store/opened.ts';
import { openStore } from '#server/store/store.ts';
import { binaries, cluster } from './postgres.ts';

/** A database to run a test on, and how to open it; more than once, for PostgreSQL, as several servers do. */
export type Kind = { name: string; isThere: boolean; place: () => Promise<Record<string, string>> };

/** Both databases, for `describe.each`. Without PostgreSQL on the machine only SQLite is there. */
export const kinds: readonly Kind[] = [
  { name: 'SQLite', isThere: true, place: async () => ({ DATA_DIR: newFolder() }) },
  {
    name: 'PostgreSQL',
    isThere: binaries !== null,
    place: async () => ({ DATA_DIR: newFolder(), DATABASE_URL: await (await cluster()).database() }),
  },
];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Opens a database; it is closed after the test. */
export async function openAt(place: Record<string, string>): Promise<OpenStore> {
  const store = await openStore(readConfig(place), 0);
  onTestFinished(() => store.db.destroy());
  return store;
}
