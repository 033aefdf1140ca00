import { readFileSync } from 'node:fs';
import { type GoldenPath, parsePlan, stateText } from '@xstate/test';
import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, createActor } from 'xstate';
import { type FlowName, flows } from '#machines/registry.ts';
import { charts } from '../../tools/flows/chart.ts';
import { play } from '../../tools/flows/play.ts';

type StandIn = { machine: AnyStateMachine; guards: Record<string, boolean> };
const standIn = (name: string): Promise<StandIn> => import(`../../docs/flows/${name}.js`);

describe.each(Object.keys(flows) as FlowName[])('docs/flows/%s.js', (name) => {
  const guardOf = new Map(charts[name].arrows.map((arrow) => [arrow.name, arrow.guard]));
  const guardsOf = (branches: readonly string[]) => branches.flatMap((branch) => guardOf.get(branch) ?? []);

  test('starts in plain XState, without input', async () => {
    const actor = createActor((await standIn(name)).machine).start();
    expect(actor.getSnapshot().status).not.toBe('error');
    actor.stop();
  });

  test('reaches the states of every golden path with its guards set as in the flow', async () => {
    const { machine, guards } = await standIn(name);
    const { paths } = parsePlan(readFileSync(`tests/machines/golden/${name}.plan`, 'utf8'));

    const walk = (path: GoldenPath): { planned: string[]; walked: string[] } => {
      const [start, ...steps] = play(flows[name], path);
      const decide = ({ taken, refused }: { taken: readonly string[]; refused: readonly string[] }) => {
        const [passed, failed] = [guardsOf(taken), guardsOf(refused)];
        for (const guard of passed) guards[guard] = true;
        for (const guard of failed) guards[guard] = false;
        return !passed.some((guard) => failed.includes(guard));
      };
      if (!start || !decide(start)) return { planned: [], walked: [] };
      const actor = createActor(machine).start();
      const [planned, walked] = [[start.state], [stateText(actor.getSnapshot().value)]];
      for (const [index, step] of steps.entries()) {
        // A guard that both passes and fails within one step depends on its parameters, which a stand-in does not have.
        if (!decide(step)) break;
        actor.send(path.steps[index]?.event as never);
        planned.push(step.state);
        walked.push(stateText(actor.getSnapshot().value));
      }
      actor.stop();
      return { planned, walked };
    };

    const walks = paths.map(walk);
    expect(walks.map(({ walked }) => walked)).toEqual(walks.map(({ planned }) => planned));
    const transitions = walks.reduce((sum, { walked }) => sum + Math.max(0, walked.length - 1), 0);
    expect(transitions).toBeGreaterThan(1);
  });
});
