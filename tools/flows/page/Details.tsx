import type { ReactNode } from 'react';
import { type FlowName, flows } from '#machines/registry.ts';
import type { Chart, ChartArrow, ChartState } from '../chart.ts';
import type { Counts } from '../coverage.ts';
import './Details.css';

type Props = {
  chart: Chart;
  selected: string | null;
  counts: Counts | undefined;
  onSelect: (name: string) => void;
  onFlow: (flow: FlowName) => void;
};

/** Details of the selected state or transition, or of the whole flow if nothing is selected. */
export function Details({ chart, selected, counts, onSelect, onFlow }: Props) {
  const state = chart.states.find(({ name }) => name === selected) ?? null;
  const arrow = chart.arrows.find(({ name }) => name === selected) ?? null;
  if (arrow) return <ArrowDetails arrow={arrow} counts={counts} onSelect={onSelect} />;
  return (
    <StateDetails chart={chart} state={state ?? chart.states[0]} counts={counts} onSelect={onSelect} onFlow={onFlow} />
  );
}

type StateProps = Omit<Props, 'selected'> & { state: ChartState | undefined };

function StateDetails({ chart, state, counts, onSelect, onFlow }: StateProps) {
  if (!state) return null;
  const { name, key, kind, tags, invokes, entry, exit } = state;
  const leaving = chart.arrows.filter(({ source }) => source === name);
  const entering = chart.arrows.filter(({ targets }) => targets.includes(name));
  return (
    <section className="details">
      <h2>
        <a href={`#${name}`} title="Link to this state">
          {key}
        </a>
      </h2>
      <dl>
        <Fact name="Kind">{kind}</Fact>
        <Fact name="Tags">{tags.join(', ')}</Fact>
        <Fact name="Invokes">
          {invokes.length > 0 &&
            invokes.map(({ id, src }) => (
              <span key={id} className="details-invoke">
                {Object.hasOwn(flows, src) ? (
                  <button type="button" className="map-link" onClick={() => onFlow(src as FlowName)}>
                    {src}
                  </button>
                ) : (
                  <code>{src}</code>
                )}
              </span>
            ))}
        </Fact>
        <Fact name="On entry">{entry.join(', ')}</Fact>
        <Fact name="On exit">{exit.join(', ')}</Fact>
        <Fact name="Entered by tests">{counts && `${counts.entered[name] ?? 0} times`}</Fact>
      </dl>
      <Arrows title="Transitions" arrows={leaving} onSelect={onSelect} detailOf={({ targets }) => lastOf(targets[0])} />
      <Arrows
        title="Reached by"
        arrows={entering}
        onSelect={onSelect}
        detailOf={({ source }) => `from ${source.split('.').at(-1)}`}
      />
    </section>
  );
}

type ArrowProps = { arrow: ChartArrow; counts: Counts | undefined; onSelect: (name: string) => void };

function ArrowDetails({ arrow, counts, onSelect }: ArrowProps) {
  const { name, event, guard, source, targets, actions } = arrow;
  const place = (state: string) => (
    <button key={state} type="button" className="map-link" onClick={() => onSelect(state)}>
      {state}
    </button>
  );
  return (
    <section className="details">
      <h2>{event}</h2>
      <dl>
        <Fact name="From">{place(source)}</Fact>
        <Fact name="To">{targets.length > 0 ? targets.map(place) : 'stays'}</Fact>
        <Fact name="Guard">{guard}</Fact>
        <Fact name="Actions">{actions.join(', ')}</Fact>
        <Fact name="Taken by tests">{counts && `${counts.taken[name] ?? 0} times`}</Fact>
        <Fact name="Failed in tests">{counts && guard !== null && `${counts.refused[name] ?? 0} times`}</Fact>
      </dl>
    </section>
  );
}

/** A labelled fact; renders nothing without content. */
const Fact = ({ name, children }: { name: string; children: ReactNode }) =>
  children ? (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  ) : null;

type ArrowsProps = {
  title: string;
  arrows: readonly ChartArrow[];
  detailOf: (arrow: ChartArrow) => string;
  onSelect: (name: string) => void;
};

const Arrows = ({ title, arrows, detailOf, onSelect }: ArrowsProps) =>
  arrows.length > 0 && (
    <>
      <h3>{title}</h3>
      <ul className="details-arrows">
        {arrows.map((arrow) => (
          <li key={arrow.name}>
            <button type="button" onClick={() => onSelect(arrow.name)}>
              <strong>{arrow.event}</strong> {arrow.guard && <em>[{arrow.guard}]</em>}{' '}
              <span className="soft">{detailOf(arrow)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );

const lastOf = (name: string | undefined): string => (name === undefined ? 'stays' : `→ ${name.split('.').at(-1)}`);
