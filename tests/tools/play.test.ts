import { readFileSync } from 'node:fs';
import { parsePlan } from '@xstate/test';
import { describe, expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { type FlowName, flows } from '#machines/registry.ts';
import { charts } from '../../tools/flows/chart.ts';
import { play } from '../../tools/flows/play.ts';

describe.each(Object.keys(flows) as FlowName[])('the golden plan of %s, played in the flow map', (name) => {
  const machine: AnyStateMachine = flows[name];
  const { paths } = parsePlan(readFileSync(`tests/machines/golden/${name}.plan`, 'utf8'));
  const played = paths.map((path) => play(machine, path));

  test('reaches the states of the plan', () => {
    const planned = paths.map(({ start, steps }) => [start, ...steps].map(({ state }) => state));
    expect(played.map((steps) => steps.map(({ state }) => state))).toEqual(planned);
  });

  test('takes every transition of the chart', () => {
    const drawn = charts[name].arrows.map((arrow) => arrow.name);
    const taken = new Set(played.flat().flatMap((step) => step.taken));
    expect([...taken].sort()).toEqual([...new Set(drawn)].sort());
  });
});
