import { I18nProvider } from '@lingui/react';
import { useLayoutEffect, useSyncExternalStore } from 'react';
import { Skeleton } from '#ui/Skeleton.tsx';
import { FlowBoundary } from './FlowBoundary.tsx';
import { Layout } from './Layout.tsx';
import { parseLocation } from './navigation/appLocation.ts';
import type { FlowRouter } from './navigation/flowRouter.ts';
import type { AppServices } from './services.ts';

/** The whole page: messages, layout and the active flow. `onDrawn` is called when a flow has been rendered. */
export function App({
  services,
  router,
  onDrawn,
}: {
  services: AppServices;
  router: FlowRouter;
  onDrawn?: () => void;
}) {
  const activeFlow = useSyncExternalStore(router.subscribe, router.activeFlow, router.activeFlow);
  useLayoutEffect(() => {
    if (activeFlow) onDrawn?.();
  }, [activeFlow, onDrawn]);
  return (
    <I18nProvider i18n={services.i18n}>
      <Layout services={services} appLocation={activeFlow?.appLocation ?? parseLocation(location)}>
        {activeFlow ? (
          <FlowBoundary key={activeFlow.name} services={services}>
            {activeFlow.flow.draw()}
          </FlowBoundary>
        ) : (
          <Skeleton />
        )}
      </Layout>
    </I18nProvider>
  );
}
