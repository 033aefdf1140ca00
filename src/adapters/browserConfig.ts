import * as v from 'valibot';
import { BrowserConfig } from '#contract/browser.ts';
import type { KeyValueStore } from './storage.ts';

const KEY = 'cfg';

const StoredConfig = v.pipe(v.string(), v.parseJson(), BrowserConfig);

/** §3: the browser config in local storage. Invalid content reads as empty; writing merges. */
export function createBrowserConfig(store: KeyValueStore) {
  const read = (): BrowserConfig => {
    const { success, output } = v.safeParse(StoredConfig, store.read(KEY));
    return success ? output : {};
  };
  return { read, write: (change: BrowserConfig) => store.write(KEY, JSON.stringify({ ...read(), ...change })) };
}
export type BrowserConfigStore = ReturnType<typeof createBrowserConfig>;
