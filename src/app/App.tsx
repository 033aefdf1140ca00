import { I18nProvider } from '@lingui/react';
import { useSyncExternalStore } from 'react';
import { FlowBoundary } from './FlowBoundary.tsx';
import { Layout } from './Layout.tsx';
import type { Stage } from './stage.ts';
import type { World } from './world.ts';

/** The whole page: words, layout, and the flow that is on. */
export function App({ world, stage }: { world: World; stage: Stage }) {
  const scene = useSyncExternalStore(stage.subscribe, stage.scene, stage.scene);
  if (!scene) return null;
  return (
    <I18nProvider i18n={world.i18n}>
      <Layout world={world} place={scene.place}>
        <FlowBoundary key={scene.name} world={world}>
          {scene.flow.draw()}
        </FlowBoundary>
      </Layout>
    </I18nProvider>
  );
}
