import { I18nProvider } from '@lingui/react';
import { useLayoutEffect, useSyncExternalStore } from 'react';
import { Skeleton } from '#ui/Skeleton.tsx';
import { FlowBoundary } from './FlowBoundary.tsx';
import { Layout } from './Layout.tsx';
import { placeOf } from './place.ts';
import type { Stage } from './stage.ts';
import type { World } from './world.ts';

/** The whole page: words, layout, and the flow that is on. `onDrawn` is called when a flow stands on the page. */
export function App({ world, stage, onDrawn }: { world: World; stage: Stage; onDrawn?: () => void }) {
  const scene = useSyncExternalStore(stage.subscribe, stage.scene, stage.scene);
  useLayoutEffect(() => {
    if (scene) onDrawn?.();
  }, [scene, onDrawn]);
  return (
    <I18nProvider i18n={world.i18n}>
      <Layout world={world} place={scene?.place ?? placeOf(location)}>
        {scene ? (
          <FlowBoundary key={scene.name} world={world}>
            {scene.flow.draw()}
          </FlowBoundary>
        ) : (
          <Skeleton />
        )}
      </Layout>
    </I18nProvider>
  );
}
