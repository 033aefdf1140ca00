import { useEffect, useRef } from 'react';
import { type FlowName, flows } from '#machines/registry.ts';
import { charts } from '../chart.ts';
import { type Coverage, shareOf } from '../coverage.ts';
import type { Hit } from '../search.ts';

type Props = {
  flow: FlowName;
  query: string;
  hits: readonly Hit[];
  coverage: Coverage;
  onQuery: (query: string) => void;
  onChoose: (hit: Hit) => void;
};

/** Maximum number of hits to show. */
const MOST = 60;

/** All flows, or the search results. */
export function FlowList({ flow, query, hits, coverage, onQuery, onChoose }: Props) {
  const names = Object.keys(flows) as FlowName[];
  const isSearching = query.trim() !== '';
  const current = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another flow has another button
  useEffect(() => void current.current?.scrollIntoView({ block: 'nearest' }), [flow, isSearching]);
  return (
    <nav className="flows-list" aria-label="Flows">
      <label className="map-search">
        <span>Search states, events, guards, actions</span>
        <input type="search" value={query} onChange={({ target }) => onQuery(target.value)} />
      </label>
      {isSearching && <p role="status">{hits.length === 0 ? 'Nothing found' : `${hits.length} found`}</p>}
      <ul>
        {isSearching
          ? hits.slice(0, MOST).map((hit) => (
              <li key={`${hit.kind} ${hit.name}`}>
                <button type="button" onClick={() => onChoose(hit)}>
                  <span>{hit.kind === 'flow' ? hit.name : hit.name.replace(`${hit.flow}.`, '')}</span>
                  <small>
                    {hit.flow} · {hit.kind}
                  </small>
                </button>
              </li>
            ))
          : names.map((name) => (
              <li key={name}>
                <button
                  type="button"
                  ref={name === flow ? current : undefined}
                  aria-current={name === flow ? 'true' : undefined}
                  onClick={() => onChoose({ flow: name, kind: 'flow', name })}
                >
                  <span>{name}</span>
                  <Share name={name} coverage={coverage} />
                </button>
              </li>
            ))}
      </ul>
    </nav>
  );
}

/** How many transitions the last test run has covered, failed guards included. */
function Share({ name, coverage }: { name: FlowName; coverage: Coverage }) {
  const { states, arrows } = charts[name];
  const counts = coverage[name];
  if (!counts) {
    return (
      <small>
        {states.length} states · {arrows.length} transitions
      </small>
    );
  }
  const { seen, total } = shareOf(counts, arrows);
  return (
    <small className={seen === total ? 'is-whole' : 'is-part'}>
      {seen} of {total} transitions tested
    </small>
  );
}
