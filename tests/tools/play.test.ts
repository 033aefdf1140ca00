import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { type FlowName, flows } from '#machines/registry.ts';
import { charts } from '../../tools/flows/chart.ts';
import { type GoldenPlan, play } from '../../tools/flows/play.ts';

const planOf = (name: FlowName) => JSON.parse(readFileSync(`tests/machines/golden/${name}.json`, 'utf8')) as GoldenPlan;

/** The names of the states that a value stands for. */
const namesOf = (value: unknown, above: string): string[] =>
  typeof value === 'string'
    ? [above, `${above}.${value}`]
    : [above, ...Object.entries(value ?? {}).flatMap(([key, inner]) => namesOf(inner, `${above}.${key}`))];

describe.each(Object.keys(flows) as FlowName[])('the golden plan of %s, played in the flow map', (name) => {
  const machine: AnyStateMachine = flows[name];
  const plan = planOf(name);
  const played = plan.paths.map((path) => play(machine, plan, path));

  test('goes where it says', () => {
    for (const step of played.flat()) {
      const states = namesOf(step.state, name).filter((state) => charts[name].states.some((one) => one.name === state));
      expect([...step.active].sort()).toEqual([...new Set(states)].sort());
    }
  });

  test('lights every arrow and every refusal that it covers, and no other', () => {
    for (const [index, { covers }] of plan.paths.entries()) {
      const lit = new Set(
        played[index]?.flatMap(({ taken, refused }) => [...taken, ...refused.map((one) => `${one} refused`)]),
      );
      expect([...lit]).toEqual(expect.arrayContaining(covers));
    }
    const drawn = new Set(charts[name].arrows.map((arrow) => arrow.name));
    const taken = new Set(played.flat().flatMap((step) => step.taken));
    expect([...taken].sort()).toEqual([...drawn].sort());
  });
});
