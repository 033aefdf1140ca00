import { type Chart, type ChartArrow, type ChartState, isInside } from './chart.ts';

/** A flow as a Mermaid state diagram: one line for each state, initial state and transition. */
export function mermaidOf(chart: Chart): string {
  const root = chart.states[0];
  if (!root) return '';
  return `${['stateDiagram-v2', ...stateLines(chart, root, '  '), ...arrowLines(chart)].join('\n')}\n`;
}

function inside(chart: Chart, parent: ChartState, indent: string): string[] {
  const children = chart.states.filter((state) => state.parent === parent.name);
  const own = chart.arrows.filter(({ source }) => source === parent.name);
  const leadsIn = own.some(({ targets }) => targets.some((target) => isInside(target, parent.name)));
  return [
    ...children.flatMap((state, index) => [
      ...(parent.kind === 'parallel' && index > 0 ? [`${indent}--`] : []),
      ...(state.isInitial ? [`${indent}[*] --> ${idOf(state.name)}`] : []),
      ...stateLines(chart, state, indent),
    ]),
    // Mermaid cannot draw a transition from a state to one inside it.
    ...(leadsIn ? [`${indent}state "in any state" as ${anywhere(parent.name)}`] : []),
  ];
}

function stateLines(chart: Chart, state: ChartState, indent: string): string[] {
  const id = idOf(state.name);
  const lines = innerLines(chart, state);
  if (state.kind === 'atomic' || state.kind === 'final' || state.kind === 'history') {
    const title = [state.key, ...lines].map(quoted).join('<br/>');
    const end = state.kind === 'final' ? [`${indent}${id} --> [*]`] : [];
    return [`${indent}state "${title}" as ${id}`, ...end];
  }
  return [
    `${indent}state "${quoted(state.key)}" as ${id} {`,
    ...inside(chart, state, `${indent}  `),
    `${indent}}`,
    ...(lines.length > 0 ? [`${indent}note right of ${id} : ${lines.map(quoted).join('<br/>')}`] : []),
  ];
}

/** What happens in a state without leaving it. */
function innerLines({ arrows }: Chart, { name, invokes, entry, exit }: ChartState): string[] {
  const staying = arrows.filter(({ source, targets }) => source === name && targets.length === 0);
  return [
    ...invokes.map(({ id, src }) => `invoke ${src}${id === src ? '' : ` as ${id}`}`),
    ...(entry.length > 0 ? [`entry / ${entry.join(', ')}`] : []),
    ...(exit.length > 0 ? [`exit / ${exit.join(', ')}`] : []),
    ...staying.map(labelOf),
  ];
}

const arrowLines = ({ arrows }: Chart): string[] =>
  arrows.flatMap((arrow) =>
    arrow.targets.map((target) => {
      const from = isInside(target, arrow.source) ? anywhere(arrow.source) : idOf(arrow.source);
      return `  ${from} --> ${idOf(target)} : ${quoted(labelOf(arrow))}`;
    }),
  );

/** `SUBMIT [isComplete] / checkForm` */
const labelOf = ({ event, guard, actions }: ChartArrow): string =>
  [event, guard && `[${guard}]`, actions.length > 0 && `/ ${actions.join(', ')}`].filter(Boolean).join(' ');

const idOf = (name: string): string => name.replaceAll('.', '_');
const anywhere = (name: string): string => `${idOf(name)}__any`;
const quoted = (text: string): string => text.replace(/[":;#<>]/g, (sign) => `#${sign.charCodeAt(0)};`);
