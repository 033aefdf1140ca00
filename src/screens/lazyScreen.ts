import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { loadMoreMessages } from '#text/pageMessages.ts';

type Loaded<Props extends object> = { default: ComponentType<Props> };

/** The chunk of a screen could not be fetched, perhaps after a deployment. */
export class ScreenNotLoaded extends Error {}

/**
 * A screen in a chunk of its own, and how to load it before it is shown. A loaded screen is rendered at once: React
 * gets a thenable that is settled already, so that no fallback is shown and no time passes.
 */
export function lazyScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): { Screen: LazyExoticComponent<ComponentType<Props>>; preload: () => Promise<void> } {
  let loaded: Loaded<Props> | null = null;
  const loadOnce = async (): Promise<Loaded<Props>> => {
    const [screen] = await Promise.all([load(), loadMoreMessages()]).catch((cause: unknown) => {
      throw new ScreenNotLoaded('A screen could not be loaded', { cause });
    });
    loaded ??= { default: screen };
    return loaded;
  };
  return {
    Screen: lazy(() => (loaded ? settled(loaded) : loadOnce())),
    preload: async () => {
      await loadOnce();
    },
  };
}

const settled = <Value>(value: Value) =>
  // biome-ignore lint/suspicious/noThenProperty: React reads a thenable
  ({ then: (resolve: (value: Value) => void) => resolve(value) }) as unknown as Promise<Value>;
