import ElkBundled from 'elkjs/lib/elk.bundled.js';
import { describe, expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { colourTokens } from '#domain/colourTokens.ts';
import { type Chart, chartFrom, charts } from '../../tools/flows/chart.ts';
import { ANY, layOut } from '../../tools/flows/layout.ts';
import { type Palette, svgOf } from '../../tools/flows/svg.ts';
import { estimateWidth } from '../../tools/flows/text.ts';

const Elk = ElkBundled as unknown as new () => { layout: never };
const elk = new Elk();

/** A flow as it is laid out, and as an XML parser reads the file that is saved. */
async function saved(chart: Chart, light: Palette = () => 'black', title = 'A flow') {
  const drawing = await layOut(elk, chart, { measure: estimateWidth, actions: true, direction: 'DOWN' });
  const file = svgOf({ title, drawing, measure: estimateWidth, light });
  return { drawing, file, svg: new DOMParser().parseFromString(file, 'image/svg+xml') };
}

const wordsOf = (svg: Document) => [...svg.querySelectorAll('text')].map(({ textContent }) => textContent);

describe.each(['auth', 'recovery'] as const)('%s saved as SVG', (name) => {
  test('has every word and line of the drawing, in its size', async () => {
    const { drawing, svg } = await saved(charts[name]);
    expect(svg.querySelector('parsererror')).toBeNull();
    const words = drawing.boxes.flatMap(({ kind, text }) => {
      if (kind === 'start') return [];
      return kind === 'any' ? [ANY] : text.lines.flatMap(({ pieces }) => pieces.map((piece) => piece.text));
    });
    expect(words.length).toBeGreaterThan(20);
    expect(wordsOf(svg).sort()).toEqual(words.sort());
    expect(svg.querySelectorAll('path.way')).toHaveLength(drawing.ways.length);
    const [, , width, height] = svg.documentElement.getAttribute('viewBox')?.split(' ').map(Number) ?? [];
    expect([width, height]).toEqual([expect.closeTo(drawing.width, 0), expect.closeTo(drawing.height, 0)]);
  });

  test('stands for itself: no script, nothing loaded, every colour a value', async () => {
    const tokens = new Set<string>();
    const { svg, file } = await saved(charts[name], (token) => {
      tokens.add(token);
      return 'rgb(1, 2, 3)';
    });
    expect([...svg.querySelectorAll('script, image, use, foreignObject, a')]).toEqual([]);
    expect(file).not.toMatch(/@import|var\(|url\((?!#tip\))/);
    // A token that is not there would leave its shapes black.
    expect([...tokens].filter((token) => !(colourTokens as readonly string[]).includes(token))).toEqual([]);
  });
});

test('signs that mean something in XML are saved as they are', async () => {
  const machine = createMachine({ id: 'm', initial: '<a>', states: { '<a>': { on: { '"A&B"': 'b' } }, b: {} } });
  const { svg } = await saved(chartFrom(machine), undefined, 'a < b & c');
  expect(svg.querySelector('title')?.textContent).toBe('a < b & c');
  expect(wordsOf(svg)).toEqual(expect.arrayContaining(['<a>', '"A&B"']));
});
