import ElkBundled from 'elkjs/lib/elk.bundled.js';
import { describe, expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { type FlowName, flows } from '#machines/registry.ts';
import { chartFrom, charts } from '../../tools/flows/chart.ts';
import { type Box, layOut } from '../../tools/flows/layout.ts';
import { leadsBack } from '../../tools/flows/order.ts';
import { estimateWidth } from '../../tools/flows/text.ts';

const Elk = ElkBundled as unknown as new () => { layout: never };
const elk = new Elk();
const styles = { measure: estimateWidth, actions: true, direction: 'DOWN' } as const;
const drawings = Object.fromEntries(
  await Promise.all(
    Object.values(charts).map(async (chart) => [chart.name, await layOut(elk, chart, styles)] as const),
  ),
) as Record<FlowName, Awaited<ReturnType<typeof layOut>>>;

const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe.each(Object.keys(flows) as FlowName[])('the drawing of %s', (name) => {
  const chart = charts[name];
  const { boxes, ways, width, height } = drawings[name];

  test('has a box for every state and a line for every transition', () => {
    const states = boxes.filter(({ kind }) => kind === 'state' || kind === 'group').map(({ id }) => id);
    expect(states.sort()).toEqual(chart.states.map((state) => state.name).sort());
    const leading = chart.arrows.filter(({ targets }) => targets.length > 0).map((arrow) => arrow.name);
    expect(ways.flatMap(({ arrows }) => arrows.map((arrow) => arrow.name)).sort()).toEqual(leading.sort());
    for (const { points } of ways) expect(points.length).toBeGreaterThanOrEqual(2);
  });

  test('lists in each box every transition that leaves it', () => {
    for (const { state, text, kind } of boxes) {
      if (kind !== 'state' && kind !== 'group') continue;
      const named = new Set(text.lines.flatMap(({ arrow }) => arrow ?? []));
      expect([...named].sort()).toEqual(
        chart.arrows
          .filter(({ source }) => source === state.name)
          .map((arrow) => arrow.name)
          .sort(),
      );
    }
  });

  test('places no box over another, and none outside its group or the drawing', () => {
    const solid = boxes.filter(({ kind }) => kind !== 'group');
    for (const [index, box] of solid.entries()) {
      for (const other of solid.slice(index + 1)) expect(overlap(box, other)).toBe(false);
      expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height).toBe(true);
      const group = boxes.find(
        ({ id, kind }) => kind === 'group' && id === (box.kind === 'state' ? box.state.parent : box.state.name),
      );
      if (group) expect(group.y + group.text.height).toBeLessThanOrEqual(box.y);
    }
  });

  test('draws every line from its source to its target', () => {
    const touches = ({ x, y, width: w, height: h }: Box, point: { x: number; y: number } | undefined) =>
      point !== undefined && point.x >= x - 1 && point.x <= x + w + 1 && point.y >= y - 1 && point.y <= y + h + 1;
    for (const { id, points } of ways) {
      const [source, target] = id.split(' → ').map((end) => boxes.find((box) => box.id === end));
      expect(source && touches(source, points[0])).toBe(true);
      expect(target && touches(target, points.at(-1))).toBe(true);
    }
  });
});

test('transitions that lead back are recognised from the initial state on', () => {
  const chart = chartFrom(
    createMachine({
      id: 'walk',
      initial: 'end',
      states: {
        last: { on: { AGAIN: 'end' } },
        end: { on: { GO: 'middle' } },
        middle: { initial: 'a', states: { a: { on: { OUT: '#walk.last' } } } },
      },
    }),
  );
  const isBack = leadsBack(chart);
  expect(isBack('walk.end', 'walk.middle')).toBe(false);
  expect(isBack('walk.middle.a', 'walk.last')).toBe(false);
  expect(isBack('walk.last', 'walk.end')).toBe(true);
});
