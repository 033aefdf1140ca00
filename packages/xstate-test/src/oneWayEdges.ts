import type { Edge, Graph, Vertex } from './graph.ts';

/**
 * The edges from which no path leads back to their source: a path should take them last. Two passes over the graph
 * (Kosaraju): vertices that reach each other share a component, and an edge between components is one-way.
 */
export function oneWayEdges({ vertices }: Graph): ReadonlySet<Edge> {
  const all = [...vertices.values()];
  const edges = all.flatMap((vertex) => vertex.edges);
  const into = new Map<Vertex, Vertex[]>(all.map((vertex) => [vertex, []]));
  for (const { from, to } of edges) into.get(to)?.push(from);

  const finished: Vertex[] = [];
  const seen = new Set<Vertex>();
  for (const vertex of all) search(vertex, ({ edges }) => edges.map(({ to }) => to), seen, finished);

  const component = new Map<Vertex, Vertex>();
  const assigned = new Set<Vertex>();
  for (const root of finished.reverse()) {
    const members: Vertex[] = [];
    search(root, (vertex) => into.get(vertex) ?? [], assigned, members);
    for (const member of members) component.set(member, root);
  }
  return new Set(edges.filter(({ from, to }) => component.get(from) !== component.get(to)));
}

/** Depth-first search from one vertex; adds to `finished` in postorder. Iterative, because graphs can be deep. */
function search(root: Vertex, next: (vertex: Vertex) => Vertex[], seen: Set<Vertex>, finished: Vertex[]): void {
  if (seen.has(root)) return;
  seen.add(root);
  const stack = [{ vertex: root, ahead: next(root).values() }];
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const { done, value } = top.ahead.next();
    if (done) finished.push(...stack.splice(-1).map(({ vertex }) => vertex));
    else if (!seen.has(value)) {
      seen.add(value);
      stack.push({ vertex: value, ahead: next(value).values() });
    }
  }
}
