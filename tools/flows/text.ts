import type { ChartArrow, ChartState } from './chart.ts';

/** The style of a text; each has its own size and weight. */
export type TextStyle = 'title' | 'tag' | 'invoke' | 'event' | 'guard' | 'target' | 'action';
/** One line of text, as consecutive pieces. `arrow` names the transition that it describes. */
type Line = { pieces: readonly { text: string; style: TextStyle }[]; arrow?: string };
/** The width of a text, in pixels. */
export type Measure = (text: string, style: TextStyle) => number;
export type Block = { lines: readonly Line[]; width: number; height: number };

export const LINE_HEIGHT = 17;
export const TITLE_HEIGHT = 24;
const PAD = 10;
const GAP = 5;
/** Actions follow their transition on the same line up to this width, otherwise below it. */
const MAX_LINE_WIDTH = 215;

/** Sizes and weights of the styles, for the page and for measuring. */
export const fonts: Readonly<Record<TextStyle, string>> = {
  title: '600 14px',
  tag: '400 11px',
  invoke: '400 12px',
  event: '600 12px',
  guard: '400 12px',
  target: '400 12px',
  action: '400 12px',
};

/** The typeface of drawings: `--face` of the design tokens, in which the page shows and measures them. */
export const face =
  '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, system-ui, sans-serif';

/** An estimate for environments without a page. */
export const estimateWidth: Measure = (text, style) => text.length * (style === 'title' ? 7.6 : 6.6);

/**
 * The text in a state's box: its name and tags, its invoked actors, its entry and exit actions, and every transition
 * that leaves it, so that the text of a transition is near its start.
 */
export function boxText(state: ChartState, arrows: readonly ChartArrow[], shows: Shows, measure: Measure): Block {
  const title: Line = {
    pieces: [
      { text: state.key, style: 'title' },
      ...state.tags.map((tag) => ({ text: `#${tag}`, style: 'tag' as const })),
    ],
  };
  const invokes = state.invokes.map(({ id, src }): Line => {
    return { pieces: [{ text: `invoke ${src}${id === src ? '' : ` as ${id}`}`, style: 'invoke' }] };
  });
  const ownActions = shows.actions
    ? [...actionLines('entry', state.entry, measure), ...actionLines('exit', state.exit, measure)]
    : [];
  const lines = [title, ...invokes, ...ownActions, ...arrows.flatMap((arrow) => arrowLines(arrow, shows, measure))];
  const height = lines.length * LINE_HEIGHT + TITLE_HEIGHT - LINE_HEIGHT + PAD;
  return { lines, width: Math.max(...lines.map(({ pieces }) => widthOf(pieces, measure))) + 2 * PAD, height };
}

export type Shows = { actions: boolean };

/** `SUBMIT [isComplete] → loggingIn / checkForm` */
function arrowLines({ name, event, guard, targets, actions }: ChartArrow, shows: Shows, measure: Measure): Line[] {
  const head: Line['pieces'] = [
    { text: event, style: 'event' },
    ...(guard === null ? [] : [{ text: `[${guard}]`, style: 'guard' as const }]),
    ...targets.map((target) => ({ text: `→ ${target.split('.').at(-1)}`, style: 'target' as const })),
  ];
  return withActions(head, shows.actions ? actions : [], measure).map((pieces) => ({ pieces, arrow: name }));
}

const actionLines = (trigger: string, actions: readonly string[], measure: Measure): Line[] =>
  actions.length === 0
    ? []
    : withActions([{ text: trigger, style: 'action' }], actions, measure).map((pieces) => ({ pieces }));

/** A line with its actions behind it, or below it if that would be too wide. */
function withActions(head: Line['pieces'], actions: readonly string[], measure: Measure): Line['pieces'][] {
  const lines = [[...head]];
  for (const [index, action] of actions.entries()) {
    const text = `${index === 0 ? '/ ' : ''}${action}${index < actions.length - 1 ? ',' : ''}`;
    const piece = { text, style: 'action' as const };
    const last = lines.at(-1) ?? [];
    if (widthOf([...last, piece], measure) <= MAX_LINE_WIDTH) last.push(piece);
    else lines.push([piece]);
  }
  return lines;
}

const widthOf = (pieces: Line['pieces'], measure: Measure): number =>
  pieces.reduce((width, { text, style }) => width + measure(text, style) + GAP, -GAP);

/** The positions of a line's pieces, from the left edge of its block. */
export function placed({ pieces }: Line, measure: Measure): { text: string; style: TextStyle; x: number }[] {
  let x = PAD;
  return pieces.map(({ text, style }) => {
    const at = x;
    x += measure(text, style) + GAP;
    return { text, style, x: at };
  });
}
