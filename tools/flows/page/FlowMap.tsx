import { lazy, Suspense, useEffect, useState } from 'react';
import { type Coverage, readCoverage } from '../coverage.ts';
import { hashWith, useAddress } from './address.ts';
import { FlowsView } from './FlowsView.tsx';

const LiveView = lazy(async () => ({ default: (await import('./LiveView.tsx')).LiveView }));
const Gallery = lazy(async () => ({ default: (await import('./GalleryView.tsx')).GalleryView }));

const views = { flows: 'Flows', live: 'Live', gallery: 'Gallery' } as const;

/** The developers' page: every flow drawn, the running app beside its flow, and the gallery of components. */
export function FlowMap() {
  const [address, go] = useAddress();
  const [coverage, setCoverage] = useState<Coverage>({});
  useEffect(() => void readCoverage().then(setCoverage), []);
  return (
    <div className="map">
      <header className="map-head">
        <strong className="map-name">Flow map</strong>
        <nav aria-label="Views">
          {(['flows', 'live', 'gallery'] as const).map((view) => (
            <a key={view} href={hashWith(address, { view })} aria-current={view === address.view ? 'page' : undefined}>
              {views[view]}
            </a>
          ))}
        </nav>
        <ThemeChoice />
      </header>
      <Suspense fallback={<p className="map-wait">Loading …</p>}>
        {address.view === 'flows' && <FlowsView address={address} go={go} coverage={coverage} />}
        {address.view === 'live' && <LiveView />}
        {address.view === 'gallery' && <Gallery />}
      </Suspense>
    </div>
  );
}

/** Manual choice of light or dark; the system's setting by default. */
function ThemeChoice() {
  const turn = () => {
    const { dataset } = document.documentElement;
    const isDark = dataset['theme'] ? dataset['theme'] === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    dataset['theme'] = isDark ? 'light' : 'dark';
  };
  return (
    <button type="button" className="map-button" onClick={turn}>
      Theme
    </button>
  );
}
