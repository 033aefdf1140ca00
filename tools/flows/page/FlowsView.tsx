import { useMemo, useState } from 'react';
import type { FlowName } from '#machines/registry.ts';
import { type Chart, charts } from '../chart.ts';
import { type Coverage, type Covered, coveredArrow } from '../coverage.ts';
import { search } from '../search.ts';
import type { Address } from './address.ts';
import { Canvas } from './Canvas.tsx';
import { Details } from './Details.tsx';
import { FlowList } from './FlowList.tsx';
import { Legend } from './Legend.tsx';
import { Paths } from './Paths.tsx';
import { usePlayed } from './played.ts';

type Props = { address: Address; go: (change: Partial<Address>) => void; coverage: Coverage };

/** All flows; the selected one is drawn with its details and the paths of its tests. */
export function FlowsView({ address, go, coverage }: Props) {
  const { flow, selected, path } = address;
  const [query, setQuery] = useState('');
  const [showsCoverage, showCoverage] = useState(false);
  const chart = charts[flow];
  const played = usePlayed(flow, path);
  // A regenerated plan may have shorter paths than a saved URL refers to.
  const step = Math.min(address.step, Math.max(0, played.steps.length - 1));
  const at = played.steps[step];
  const hits = useMemo(() => search(Object.values(charts), query), [query]);
  const found = query.trim() ? new Set(hits.filter((hit) => hit.flow === flow).map(({ name }) => name)) : null;
  const counts = coverage[flow];

  const covered = useMemo(() => {
    if (!showsCoverage || !counts) return null;
    const arrows = new Map(chart.arrows.map((arrow) => [arrow.name, coveredArrow(counts, arrow)]));
    const states = new Map(chart.states.map(({ name }) => [name, counts.entered[name] ? 'fully' : 'not'] as const));
    return (name: string): Covered | null => arrows.get(name) ?? states.get(name) ?? null;
  }, [chart, counts, showsCoverage]);

  const lights = at
    ? { active: new Set(at.active), taken: new Set(at.taken), refused: new Set(at.refused) }
    : { active: new Set<string>() };
  const choose = (name: FlowName, one: string | null) => go({ flow: name, selected: one === name ? null : one });

  return (
    <main className="flows">
      <FlowList
        flow={flow}
        query={query}
        hits={hits}
        coverage={coverage}
        onQuery={setQuery}
        onChoose={(hit) => choose(hit.flow as FlowName, hit.kind === 'flow' ? null : hit.name)}
      />
      <Canvas
        flow={flow}
        lights={{ ...lights, selected, found, covered }}
        follows={at?.active.at(-1) ?? selected ?? firstOf(chart)}
        onSelect={(name) => go({ selected: name })}
        tools={
          <label className="map-check">
            <input
              type="checkbox"
              checked={showsCoverage}
              disabled={!counts}
              onChange={({ target }) => showCoverage(target.checked)}
            />
            {counts ? 'Test coverage' : 'No test run yet'}
          </label>
        }
      />
      <aside className="flows-side" aria-label="About this flow">
        <Paths flow={flow} played={played} path={path} step={step} go={go} />
        <Details
          chart={chart}
          selected={selected}
          counts={counts}
          onSelect={(name) => go({ selected: name })}
          onFlow={(name) => go({ flow: name })}
        />
        <Legend />
      </aside>
    </main>
  );
}

/** The initial state of a flow. */
const firstOf = ({ name, states }: Chart): string | null =>
  states.find(({ parent, isInitial }) => parent === name && isInitial)?.name ?? null;
