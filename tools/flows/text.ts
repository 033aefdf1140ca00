import type { ChartArrow, ChartState } from './chart.ts';

/** How a piece of text is set; each look has its own size and weight. */
export type Look = 'title' | 'tag' | 'asks' | 'event' | 'guard' | 'action';
/** One line of text; the pieces stand one after another. `arrow` names what the line is about. */
export type Line = { pieces: readonly { text: string; look: Look }[]; arrow?: string };
/** The width of a text, in pixels. */
export type Measure = (text: string, look: Look) => number;
export type Block = { lines: readonly Line[]; width: number; height: number };

export const LINE_HEIGHT = 17;
export const TITLE_HEIGHT = 24;
const PAD = 10;
const GAP = 6;
const WIDEST = 200;

/** Sizes and weights of the looks, for the page and for measuring. */
export const fonts: Readonly<Record<Look, string>> = {
  title: '600 14px',
  tag: '400 11px',
  asks: '400 12px',
  event: '600 12px',
  guard: '400 12px',
  action: '400 12px',
};

/** Good enough where no page can measure. */
export const roughly: Measure = (text, look) => text.length * (look === 'title' ? 7.6 : 6.6);

/** What stands in a state's box: its name and tags, whom it asks, what it does on entry and exit and without leaving. */
export function boxText(state: ChartState, staying: readonly ChartArrow[], shows: Shows, measure: Measure): Block {
  const title: Line = {
    pieces: [
      { text: state.key, look: 'title' },
      ...state.tags.map((tag) => ({ text: `#${tag}`, look: 'tag' as const })),
    ],
  };
  const asks = state.asks.map(({ id, src }): Line => {
    return { pieces: [{ text: `asks ${src}${id === src ? '' : ` as ${id}`}`, look: 'asks' }] };
  });
  const moments = shows.actions
    ? [...actionLines('entry', state.entry, measure), ...actionLines('exit', state.exit, measure)]
    : [];
  const lines = [title, ...asks, ...moments, ...staying.flatMap((arrow) => arrowLines(arrow, shows, measure))];
  return sized(lines, measure, TITLE_HEIGHT - LINE_HEIGHT);
}

export type Shows = { actions: boolean };

/** What stands on a line between two states: every arrow that goes the same way. */
export const labelText = (arrows: readonly ChartArrow[], shows: Shows, measure: Measure): Block =>
  sized(
    arrows.flatMap((arrow) => arrowLines(arrow, shows, measure)),
    measure,
    0,
  );

/** `SUBMIT [isComplete]`, and below it what is done, as wide as is readable. */
function arrowLines({ name, event, guard, actions }: ChartArrow, shows: Shows, measure: Measure): Line[] {
  const head: Line = {
    arrow: name,
    pieces: [
      { text: event, look: 'event' },
      ...(guard === null ? [] : [{ text: `[${guard}]`, look: 'guard' as const }]),
    ],
  };
  return [head, ...(shows.actions ? actionLines('', actions, measure, name) : [])];
}

function actionLines(moment: string, actions: readonly string[], measure: Measure, arrow?: string): Line[] {
  const lines: string[] = [];
  for (const [index, action] of actions.entries()) {
    const text = index === actions.length - 1 ? action : `${action},`;
    const last = lines.at(-1);
    const longer = `${last ?? `${moment} /`.trim()} ${text}`;
    if (last === undefined || measure(longer, 'action') <= WIDEST) lines.splice(-1, 1, longer);
    else lines.push(text);
  }
  return lines.map((text) => ({ pieces: [{ text, look: 'action' }], ...(arrow !== undefined && { arrow }) }));
}

function sized(lines: readonly Line[], measure: Measure, more: number): Block {
  const widths = lines.map(({ pieces }) =>
    pieces.reduce((width, { text, look }) => width + measure(text, look) + GAP, -GAP),
  );
  return { lines, width: Math.max(0, ...widths) + 2 * PAD, height: lines.length * LINE_HEIGHT + more + PAD };
}

/** Where the pieces of a line stand, from the left edge of its block. */
export function placed({ pieces }: Line, measure: Measure): { text: string; look: Look; x: number }[] {
  let x = PAD;
  return pieces.map(({ text, look }) => {
    const at = x;
    x += measure(text, look) + GAP;
    return { text, look, x: at };
  });
}
