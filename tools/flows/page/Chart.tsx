import { type KeyboardEvent, memo } from 'react';
import type { Covered } from '../coverage.ts';
import { ANY, type Box, type Drawing, type Way } from '../layout.ts';
import { type Block, LINE_HEIGHT, placed, TITLE_HEIGHT } from '../text.ts';
import { measure } from './measure.ts';
import './Chart.css';

/** Highlights of a drawing, by the names of states and transitions. */
export type Lights = {
  active?: ReadonlySet<string>;
  taken?: ReadonlySet<string>;
  refused?: ReadonlySet<string>;
  /** While searching, everything that does not match is dimmed. */
  found?: ReadonlySet<string> | null;
  selected?: string | null;
  covered?: ((name: string) => Covered | null) | null;
};

type Props = Lights & { title: string; drawing: Drawing; zoom: number; onSelect: (name: string) => void };

/**
 * The drawing of a flow: states as boxes, transitions with the same source and target as one line. Each can be focused
 * and selected by keyboard.
 */
export const Chart = memo(function Chart({ title, drawing, zoom, onSelect, ...lights }: Props) {
  const { width, height, boxes, ways } = drawing;
  const groups = boxes.filter(({ kind }) => kind === 'group');
  const others = boxes.filter(({ kind }) => kind !== 'group');
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no other element
    <svg
      className="chart"
      role="group"
      aria-label={title}
      viewBox={`0 0 ${width} ${height}`}
      width={width * zoom}
      height={height * zoom}
    >
      <defs>
        <marker
          id="tip"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerUnits="userSpaceOnUse"
          markerWidth="9"
          markerHeight="9"
          orient="auto-start-reverse"
        >
          <path d="M0 0 8 4 0 8z" />
        </marker>
      </defs>
      {groups.map((box) => (
        <BoxShape key={box.id} box={box} lights={lights} onSelect={onSelect} />
      ))}
      {ways.map((way) => (
        <WayLine key={way.id} way={way} lights={lights} />
      ))}
      {others.map((box) => (
        <BoxShape key={box.id} box={box} lights={lights} onSelect={onSelect} />
      ))}
    </svg>
  );
});

type BoxProps = { box: Box; lights: Lights; onSelect: (name: string) => void };

function BoxShape({ box: { id, kind, state, text, ...at }, lights, onSelect }: BoxProps) {
  if (kind === 'start') return <circle className="chart-start" cx={at.x + 6} cy={at.y + 6} r={6} />;
  if (kind === 'any') {
    return (
      <g className="chart-any">
        <rect {...at} rx={13} />
        <text x={at.x + 12} y={at.y + 17} data-style="invoke">
          {ANY}
        </text>
      </g>
    );
  }
  const { name, key, tags, invokes } = state;
  const isActive = lights.active?.has(name) ?? false;
  const classNames = [
    kind === 'group' ? 'chart-group' : 'chart-state',
    ...(state.kind === 'final' ? ['is-final'] : []),
    ...marksOf(lights, [name]),
    ...(isActive ? ['is-active'] : []),
  ].join(' ');
  const label = [key, ...tags, ...invokes.map(({ src }) => `invoke ${src}`), ...(isActive ? ['active'] : [])].join(
    ', ',
  );
  return (
    <g className={classNames} data-state={name}>
      <rect {...at} rx={state.kind === 'final' ? 14 : 6} />
      {state.kind === 'final' && (
        <rect className="chart-inner" x={at.x + 3} y={at.y + 3} width={at.width - 6} height={at.height - 6} rx={11} />
      )}
      {kind === 'group' && <path className="chart-rule" d={`M${at.x} ${at.y + text.height}h${at.width}`} />}
      <Words block={text} x={at.x} y={at.y} lights={lights} onSelect={onSelect} first={TITLE_HEIGHT} />
      <Hit
        rect={{ ...at, height: kind === 'group' ? TITLE_HEIGHT : at.height }}
        name={name}
        label={label}
        onSelect={onSelect}
      />
    </g>
  );
}

function WayLine({ way: { arrows, points }, lights }: { way: Way; lights: Lights }) {
  const names = arrows.map(({ name }) => name);
  return (
    <path
      className={['chart-way', ...marksOf(lights, names), ...(arrows.length === 0 ? ['is-start'] : [])].join(' ')}
      d={`M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`}
      markerEnd="url(#tip)"
    />
  );
}

type WordsProps = { block: Block; x: number; y: number; first: number } & Omit<BoxProps, 'box'>;

/** Lines of text; those about a transition can be selected. */
function Words({ block, x, y, first, lights, onSelect }: WordsProps) {
  const parts = Map.groupBy(
    block.lines.map((line, index) => ({ line, index })),
    ({ line, index }) => line.arrow ?? `#${index}`,
  );
  return [...parts].map(([name, lines]) => {
    const top =
      y + 5 + (lines[0]?.index ?? 0) * LINE_HEIGHT + (first - LINE_HEIGHT) * Number((lines[0]?.index ?? 0) > 0);
    const isArrow = !name.startsWith('#');
    const label = lines.flatMap(({ line }) => line.pieces.map(({ text }) => text)).join(' ');
    const rect = { x: x + 3, y: top, width: block.width - 6, height: lines.length * LINE_HEIGHT };
    return (
      <g
        key={name}
        className={isArrow ? ['chart-arrow', ...marksOf(lights, [name])].join(' ') : ''}
        data-arrow={isArrow ? name : undefined}
      >
        {isArrow && <rect className="chart-ground" {...rect} rx={3} />}
        {lines.map(({ line, index }) =>
          placed(line, measure).map(({ text, style, x: left }) => (
            <text
              key={`${index} ${left}`}
              data-style={style}
              x={x + left}
              y={
                top + 12 + (index - (lines[0]?.index ?? 0)) * LINE_HEIGHT + (index === 0 && first > LINE_HEIGHT ? 4 : 0)
              }
            >
              {text}
            </text>
          )),
        )}
        {isArrow && <Hit rect={rect} name={name} label={label} onSelect={onSelect} />}
      </g>
    );
  });
}

type HitProps = {
  rect: { x: number; y: number; width: number; height: number };
  name: string;
  label: string;
  onSelect: (name: string) => void;
};

/** The interactive area of a state or transition; a state's area lies below those of its internal transitions. */
function Hit({ rect, name, label, onSelect }: HitProps) {
  const select = () => onSelect(name);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    select();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no button
    <rect
      className="chart-hit"
      {...rect}
      rx={4}
      role="button"
      tabIndex={0}
      aria-label={label}
      onClick={select}
      onKeyDown={press}
    />
  );
}

/** The highlight classes of a state, a transition or a line of several transitions. */
function marksOf({ taken, refused, found, selected, covered }: Lights, names: readonly string[]): string[] {
  const some = (set: ReadonlySet<string> | undefined) => names.some((name) => set?.has(name));
  const covers = covered ? names.map(covered) : [];
  return [
    ...(some(taken) ? ['is-taken'] : []),
    ...(some(refused) ? ['is-refused'] : []),
    ...(found && names.length > 0 ? [some(found) ? 'is-found' : 'is-back'] : []),
    ...(selected && names.includes(selected) ? ['is-selected'] : []),
    ...(covers.length > 0
      ? [`covered-${['not', 'partly', 'fully'].find((one) => covers.includes(one as Covered)) ?? 'unknown'}`]
      : []),
  ];
}
