import type { ELK, ElkExtendedEdge, ElkNode, ElkPoint } from 'elkjs/lib/elk-api.js';
import { type Chart, type ChartArrow, type ChartState, isInside } from './chart.ts';
import { leadsBack } from './order.ts';
import { type Block, boxText, type Measure, type Shows } from './text.ts';

/*
 * The layout is computed by elkjs (Eclipse Layout Kernel, EPL-2.0): a dependency of this page only, which no build of
 * the product contains.
 */

type Rect = { x: number; y: number; width: number; height: number };
/** `start` is the dot that points to the initial state; `any` represents any active state inside its group. */
export type Box = Rect & { id: string; kind: 'state' | 'group' | 'start' | 'any'; state: ChartState; text: Block };
/** All transitions from one state to another, drawn as one line. */
export type Way = { id: string; arrows: readonly ChartArrow[]; points: readonly ElkPoint[] };
export type Drawing = { width: number; height: number; boxes: readonly Box[]; ways: readonly Way[] };
export type Direction = 'DOWN' | 'RIGHT';

type Draft = { id: string; source: string; target: string; arrows: ChartArrow[] };
const nothing: Block = { lines: [], width: 0, height: 0 };

/** Computes the layout of a flow. */
export async function layOut(
  elk: Pick<ELK, 'layout'>,
  chart: Chart,
  { measure, direction, ...shows }: Shows & { measure: Measure; direction: Direction },
): Promise<Drawing> {
  const drafts = new Map<string, Omit<Box, keyof Rect>>();
  const ways = waysOf(chart);
  const isBack = leadsBack(chart);

  const nodeOf = (state: ChartState): ElkNode => {
    const leaving = chart.arrows.filter(({ source }) => source === state.name);
    const text = boxText(state, leaving, shows, measure);
    const children = chart.states.filter(({ parent }) => parent === state.name);
    drafts.set(state.name, { id: state.name, kind: children.length > 0 ? 'group' : 'state', state, text });
    if (children.length === 0) return { id: state.name, width: text.width, height: text.height };
    return {
      id: state.name,
      layoutOptions: {
        ...manner,
        'elk.padding': `[top=${text.height + 14},left=18,bottom=18,right=18]`,
        'elk.nodeSize.constraints': 'MINIMUM_SIZE',
        'elk.nodeSize.minimum': `(${text.width + 24}, ${text.height})`,
      },
      children: [...pseudoOf(state), ...children.map(nodeOf)],
    };
  };
  const pseudoOf = (state: ChartState): ElkNode[] =>
    (['start', 'any'] as const).flatMap((kind) => {
      const id = pseudo(state.name, kind);
      if (!ways.some(({ source }) => source === id)) return [];
      drafts.set(id, { id, kind, state, text: nothing });
      return kind === 'start'
        ? [{ id, width: 12, height: 12 }]
        : [{ id, width: measure(ANY, 'invoke') + 24, height: 26 }];
    });

  const [root] = chart.states;
  if (!root) return { width: 0, height: 0, boxes: [], ways: [] };
  const graph: ElkNode = {
    id: '(page)',
    layoutOptions: { ...options, 'elk.direction': direction },
    children: [nodeOf(root)],
    // Backward edges are passed in reverse, so that the drawing reads from the initial state on.
    edges: ways.map(({ id, source, target }) =>
      isBack(source, target)
        ? { id, sources: [target], targets: [source] }
        : { id, sources: [source], targets: [target] },
    ),
  };
  const laid: ElkNode = await elk.layout(graph);
  const boxes = nodesBelow(laid).flatMap((node): Box[] => {
    const draft = drafts.get(node.id);
    return draft ? [{ ...draft, ...rectOf(node) }] : [];
  });
  const pointed = ({ id, arrows, source, target }: Draft): Way => {
    const points = pointsOf(laid.edges?.find((edge) => edge.id === id));
    return { id, arrows, points: isBack(source, target) ? points.toReversed() : points };
  };
  return { width: laid.width ?? 0, height: laid.height ?? 0, boxes, ways: ways.map(pointed) };
}

/** The label of the `any` box. */
export const ANY = 'in any state';

/** Layout options of one group; they are repeated for each, because few are inherited. */
const manner = {
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.spacing.nodeNodeBetweenLayers': '26',
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '10',
  'elk.spacing.nodeNode': '26',
  'elk.spacing.edgeNode': '16',
  'elk.spacing.edgeEdge': '12',
};

const options = {
  ...manner,
  'elk.algorithm': 'layered',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.edgeCoords': 'ROOT',
  'elk.json.shapeCoords': 'ROOT',
  'elk.padding': '[top=12,left=12,bottom=12,right=12]',
};

/**
 * Transitions with the same source and target share a line; those from a group to a state inside it start at its `any`
 * box.
 */
function waysOf({ states, arrows }: Chart): Draft[] {
  const starts = states
    .filter(({ isInitial }) => isInitial)
    .map(({ name, parent }) => ({ source: pseudo(parent ?? '', 'start'), target: name, arrows: [] }));
  const grouped = Map.groupBy(
    arrows.flatMap((arrow) => arrow.targets.map((target) => ({ arrow, target, source: sourceFor(arrow, target) }))),
    ({ source, target }) => `${source} ${target}`,
  );
  const moves = [...grouped.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ source: first.source, target: first.target, arrows: group.map(({ arrow }) => arrow) }] : [];
  });
  return [...starts, ...moves].map((way) => ({ ...way, id: `${way.source} → ${way.target}` }));
}

const sourceFor = ({ source }: ChartArrow, target: string): string =>
  isInside(target, source) ? pseudo(source, 'any') : source;

const pseudo = (name: string, kind: 'start' | 'any'): string => `${name}#${kind}`;

const nodesBelow = (node: ElkNode): ElkNode[] =>
  (node.children ?? []).flatMap((child) => [child, ...nodesBelow(child)]);

const rectOf = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Rect>): Rect => ({ x, y, width, height });

const pointsOf = (edge: ElkExtendedEdge | undefined): ElkPoint[] =>
  (edge?.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint]);
