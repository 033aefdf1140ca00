import type { Change } from './difference.ts';
import { ANY, type Box, type Drawing, type Way } from './layout.ts';
import { face, fonts, LINE_HEIGHT, type Measure, placed, type TextStyle, TITLE_HEIGHT } from './text.ts';

/** The colours of a picture, by the names of the design tokens. */
export type Palette = (token: string) => string;

type Picture = {
  title: string;
  drawing: Drawing;
  measure: Measure;
  light: Palette;
  /** For viewers with a dark palette; none where the picture is drawn in one palette only. */
  dark?: Palette;
  /** What happened to a state or transition, by its name. */
  changeOf?: (name: string) => Change | undefined;
};

/** A drawing as an SVG file of its own: with its style, without scripts or fonts. */
export function svgOf({ title, drawing, measure, light, dark, changeOf = () => undefined }: Picture): string {
  const { width, height, boxes, ways } = drawing;
  const groups = boxes.filter(({ kind }) => kind === 'group');
  const others = boxes.filter(({ kind }) => kind !== 'group');
  const style = [rules, colours(light), ...(dark ? [`@media (prefers-color-scheme: dark) { ${colours(dark)} }`] : [])];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(width)} ${round(height)}" width="${round(width)}" height="${round(height)}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${style.join('\n')}</style>`,
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerUnits="userSpaceOnUse" markerWidth="9" markerHeight="9" orient="auto-start-reverse"><path d="M0 0 8 4 0 8z"/></marker></defs>',
    '<rect class="page" width="100%" height="100%"/>',
    ...groups.map(drawBox),
    ...ways.map(drawWay),
    ...others.map(drawBox),
    '</svg>',
    '',
  ].join('\n');

  function drawBox({ kind, state, text, ...at }: Box): string {
    const { x, y } = at;
    if (kind === 'start') return `<circle class="start" cx="${round(x + 6)}" cy="${round(y + 6)}" r="6"/>`;
    if (kind === 'any') {
      return `<g class="any">${rect(at, 13)}${words(x + 12, y + 17, 'invoke', ANY)}</g>`;
    }
    const isFinal = state.kind === 'final';
    return [
      `<g class="${['box', kind, changeOf(state.name)].filter(Boolean).join(' ')}">`,
      rect(at, isFinal ? 14 : 6),
      isFinal ? rect({ x: x + 3, y: y + 3, width: at.width - 6, height: at.height - 6 }, 11) : '',
      kind === 'group' ? `<path class="rule" d="M${round(x)} ${round(y + text.height)}h${round(at.width)}"/>` : '',
      ...text.lines.map(({ pieces, arrow }, index) => {
        const top = y + 5 + index * LINE_HEIGHT + (index > 0 ? TITLE_HEIGHT - LINE_HEIGHT : 0);
        const change = arrow && changeOf(arrow);
        const line = placed({ pieces }, measure).map((piece) =>
          words(x + piece.x, top + (index === 0 ? 16 : 12), piece.style, piece.text),
        );
        const ground = rect({ x: x + 3, y: top, width: text.width - 6, height: LINE_HEIGHT }, 3);
        return change ? `<g class="line ${change}">${ground}${line.join('')}</g>` : line.join('');
      }),
      '</g>',
    ].join('');
  }

  function drawWay({ arrows, points }: Way): string {
    const changes = arrows.map(({ name }) => changeOf(name));
    // A line that stands for several transitions shows a change only if all of them have it.
    const change = changes.every((one) => one === changes[0]) ? changes[0] : 'changed';
    const names = ['way', ...(arrows.length === 0 ? ['begin'] : []), ...(change ? [change] : [])];
    return `<path class="${names.join(' ')}" d="M${points.map((point) => `${round(point.x)} ${round(point.y)}`).join('L')}" marker-end="url(#tip)"/>`;
  }
}

const rules = `text { font-family: ${face}; }
${(Object.keys(fonts) as TextStyle[]).map((style) => `.${style} { font: ${fonts[style]} ${face}; }`).join('\n')}
.way, .rule { fill: none; } .begin { stroke-dasharray: 3 3; } .any rect { stroke-dasharray: 4 3; }
.box.removed > rect, .way.removed { stroke-dasharray: 6 4; } .line.removed text { text-decoration: line-through; }
:is(.box, .way):is(.added, .removed, .changed) > rect, .way:is(.added, .removed, .changed) { stroke-width: 2.5; }`;

const changeColours = { added: 'accent', removed: 'stop', changed: 'wait' } as const satisfies Record<Change, string>;

const colours = (of: Palette): string => `.page { fill: ${of('paper')}; } text { fill: ${of('ink')}; }
.tag, .action { fill: ${of('ink-soft')}; } .invoke { fill: ${of('accent')}; } .guard { fill: ${of('wait')}; }
.box > rect, .any rect { fill: ${of('sheet')}; stroke: ${of('edge')}; } .group > rect { fill: ${of('paper')}; }
.rule { stroke: ${of('hairline')}; } .way { stroke: ${of('edge')}; } .start, marker path { fill: ${of('edge')}; }
${Object.entries(changeColours)
  .map(
    ([change, token]) =>
      `.box.${change} > rect { stroke: ${of(token)}; fill: ${of(`${token}-wash`)}; } .line.${change} > rect { fill: ${of(`${token}-wash`)}; stroke: ${of(token)}; } .way.${change} { stroke: ${of(token)}; }`,
  )
  .join('\n')}`;

const rect = ({ x, y, width, height }: Pick<Box, 'x' | 'y' | 'width' | 'height'>, radius: number): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${radius}"/>`;

const words = (x: number, y: number, style: TextStyle, text: string): string =>
  `<text class="${style}" x="${round(x)}" y="${round(y)}">${escaped(text)}</text>`;

const round = (value: number): number => Math.round(value * 10) / 10;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
