import type { Chart } from './chart.ts';

/** A search result: a flow, a state or a transition, by name. */
export type Hit = { flow: string; kind: 'flow' | 'state' | 'arrow'; name: string };

/** All flows, states and transitions that match, in the order of the flows. Every word must occur, in any case. */
export function search(charts: readonly Chart[], query: string): Hit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const has = (...texts: readonly string[]) => {
    const text = texts.join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return charts.flatMap(({ name: flow, states, arrows }): Hit[] => [
    ...(has(flow) ? [{ flow, kind: 'flow' as const, name: flow }] : []),
    ...states
      .filter(({ key, parent, tags, invokes, entry, exit }) => {
        return parent !== null && has(key, ...tags, ...invokes.map(({ src }) => src), ...entry, ...exit);
      })
      .map(({ name }) => ({ flow, kind: 'state' as const, name })),
    ...arrows
      .filter(({ event, guard, actions }) => has(event, guard ?? '', ...actions))
      .map(({ name }) => ({ flow, kind: 'arrow' as const, name })),
  ]);
}
