import type { Chart, ChartArrow, ChartState } from './chart.ts';

/** What happened to a state, a transition or a flow. */
export type Change = 'added' | 'removed' | 'changed';

/** What differs between two versions of a flow. */
export type Difference = {
  flow: string;
  /** Of the flow as a whole; 'changed' if it exists in both. */
  change: Change;
  /** States and transitions by their names, in the order of the chart. */
  changes: ReadonlyMap<string, Changed>;
  /** Both versions in one chart: removed parts are beside added ones. */
  both: Chart;
};

type Changed = { change: Change; kind: 'state' | 'transition'; details: readonly string[] };

type Charts = Readonly<Record<string, Chart>>;

/** The flows that differ; those of `before` that are gone come last. */
export function differences(before: Charts, after: Charts): Difference[] {
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  return names.flatMap((name) => {
    const difference = differenceOf(before[name], after[name]);
    return difference && (difference.changes.size > 0 || difference.change !== 'changed') ? [difference] : [];
  });
}

function differenceOf(before: Chart | undefined, after: Chart | undefined): Difference | null {
  const present = after ?? before;
  if (!present) return null;
  const change = !before ? 'added' : !after ? 'removed' : 'changed';
  const states = compare(before?.states ?? [], after?.states ?? [], stateFacts);
  const arrows = compare(before?.arrows ?? [], after?.arrows ?? [], arrowFacts);
  return {
    flow: present.name,
    change,
    changes: new Map<string, Changed>([
      ...states.changed.map(([name, one]): [string, Changed] => [name, { ...one, kind: 'state' }]),
      ...arrows.changed.map(([name, one]): [string, Changed] => [name, { ...one, kind: 'transition' }]),
    ]),
    both: { name: present.name, states: states.all, arrows: arrows.all },
  };
}

type Facts = Readonly<Record<string, string>>;

/** Everything with a name in either version, and how it differs. */
function compare<T extends { name: string }>(before: readonly T[], after: readonly T[], factsOf: (one: T) => Facts) {
  const now = new Map(after.map((one) => [one.name, one]));
  const then = new Map(before.map((one) => [one.name, one]));
  const changed: [name: string, { change: Change; details: string[] }][] = [];
  for (const one of after) {
    const old = then.get(one.name);
    if (!old) changed.push([one.name, { change: 'added', details: [] }]);
    else {
      const details = changedFacts(factsOf(old), factsOf(one));
      if (details.length > 0) changed.push([one.name, { change: 'changed', details }]);
    }
  }
  const removed = before.filter(({ name }) => !now.has(name));
  changed.push(
    ...removed.map(({ name }): [string, { change: Change; details: string[] }] => [
      name,
      { change: 'removed', details: [] },
    ]),
  );
  return { all: [...after, ...removed], changed };
}

const changedFacts = (before: Facts, after: Facts): string[] =>
  Object.keys(after).flatMap((fact) =>
    before[fact] === after[fact] ? [] : [`${fact}: ${before[fact] || 'none'} → ${after[fact] || 'none'}`],
  );

const stateFacts = ({ kind, isInitial, tags, invokes, entry, exit }: ChartState): Facts => ({
  kind: isInitial ? `${kind}, initial` : kind,
  tags: tags.join(', '),
  invokes: invokes.map(({ id, src }) => (id === src ? src : `${src} as ${id}`)).join(', '),
  entry: entry.join(', '),
  exit: exit.join(', '),
});

/** Source, event, target and guard are in the name of a transition: another one of them is another transition. */
const arrowFacts = ({ actions }: ChartArrow): Facts => ({ actions: actions.join(', ') });

const signs = { added: '+', removed: '−', changed: '~' } as const satisfies Record<Change, string>;

/** The differences in words, as Markdown: what a reviewer reads. */
export function inWords(found: readonly Difference[], since: string): string {
  const head = `# The flows since ${since}\n`;
  if (found.length === 0) return `${head}\nNo flow differs.\n`;
  const parts = found.map(({ flow, change, changes }) => {
    const count = (kind: 'state' | 'transition') =>
      (['added', 'removed', 'changed'] as const)
        .map((one) => [[...changes.values()].filter((each) => each.kind === kind && each.change === one).length, one])
        .filter(([number]) => number !== 0)
        .map(([number, one]) => `${number} ${one}`)
        .join(', ') || 'none';
    const lines = [...changes].map(([name, one]) =>
      [`- ${signs[one.change]} ${one.kind} \`${name}\``, ...one.details.map((detail) => `  - ${detail}`)].join('\n'),
    );
    const title = change === 'changed' ? flow : `${flow} (flow ${change})`;
    return [`## ${title}`, `States: ${count('state')}. Transitions: ${count('transition')}.`, lines.join('\n')].join(
      '\n\n',
    );
  });
  return `${head}\n${parts.join('\n\n')}\n`;
}
