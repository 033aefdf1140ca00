import * as v from 'valibot';
import { BrowserConfig } from '#contract/browser.ts';
import type { Keeper } from './storage.ts';

const KEY = 'cfg';

/** §3: the browser config in local storage. Garbage reads as empty; writing merges. */
export function createBrowserConfig(keeper: Keeper) {
  const read = (): BrowserConfig => {
    try {
      const parsed = v.safeParse(BrowserConfig, JSON.parse(keeper.read(KEY) ?? '{}'));
      return parsed.success ? parsed.output : {};
    } catch {
      return {};
    }
  };
  return { read, write: (change: BrowserConfig) => keeper.write(KEY, JSON.stringify({ ...read(), ...change })) };
}
export type BrowserConfigStore = ReturnType<typeof createBrowserConfig>;
