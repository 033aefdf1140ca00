import { I18nProvider } from '@lingui/react';
import { Suspense, useLayoutEffect, useSyncExternalStore } from 'react';
import { Skeleton } from '#ui/Skeleton.tsx';
import { FlowBoundary } from './FlowBoundary.tsx';
import { Layout } from './Layout.tsx';
import { parseLocation } from './navigation/appLocation.ts';
import type { FlowRouter } from './navigation/flowRouter.ts';
import type { AppServices } from './services.ts';

type Props = {
  services: AppServices;
  router: FlowRouter;
  /** Called when a flow has been rendered. */
  onRendered?: () => void;
};

/**
 * The whole page: messages, layout and the active flow. React hydrates the contents of `Suspense` after the frame, in
 * slices, or at once when the visitor types into them.
 */
export function App({ services, router, onRendered }: Props) {
  const activeFlow = useSyncExternalStore(router.subscribe, router.activeFlow, router.activeFlow);
  return (
    <I18nProvider i18n={services.i18n}>
      <Layout services={services} appLocation={activeFlow?.appLocation ?? parseLocation(location)}>
        {activeFlow ? (
          <FlowBoundary key={activeFlow.name} services={services}>
            <Suspense fallback={<Skeleton />}>
              {activeFlow.flow.render()}
              <Rendered onRendered={onRendered} />
            </Suspense>
          </FlowBoundary>
        ) : (
          <Skeleton />
        )}
      </Layout>
    </I18nProvider>
  );
}

/** Rendered beside a flow; calls back once both are in the page. */
function Rendered({ onRendered }: { onRendered: (() => void) | undefined }) {
  useLayoutEffect(() => onRendered?.(), [onRendered]);
  return null;
}
