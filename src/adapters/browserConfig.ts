import * as v from 'valibot';
import { BrowserConfig } from '#contract/browser.ts';
import type { KeyValueStore } from './storage.ts';

const KEY = 'cfg';

/** §3: the browser config in local storage. Invalid content reads as empty; writing merges. */
export function createBrowserConfig(store: KeyValueStore) {
  const read = (): BrowserConfig => {
    try {
      const parsed = v.safeParse(BrowserConfig, JSON.parse(store.read(KEY) ?? '{}'));
      return parsed.success ? parsed.output : {};
    } catch {
      return {};
    }
  };
  return { read, write: (change: BrowserConfig) => store.write(KEY, JSON.stringify({ ...read(), ...change })) };
}
export type BrowserConfigStore = ReturnType<typeof createBrowserConfig>;
