import { type GoldenPath, type GoldenPlan, parsePlan } from '@xstate/test';
import { useEffect, useState } from 'react';
import type { AnyStateMachine } from 'xstate';
import { type FlowName, flows } from '#machines/registry.ts';
import { type PlayedStep, play } from '../play.ts';

const files = import.meta.glob<string>('../../../tests/machines/golden/*.plan', { query: '?raw', import: 'default' });

/** The golden paths of a flow, and the steps of one of them as the real machine takes them. */
export type Played = {
  flow: FlowName;
  paths: readonly GoldenPath[];
  steps: readonly PlayedStep[];
  /** Why the machine cannot take the path: it has changed since the plan was written. */
  problem: string | null;
};

const nothingPlayed = { paths: [], steps: [], problem: null };

function playedOrProblem(machine: AnyStateMachine, path: GoldenPath): Pick<Played, 'steps'> | Pick<Played, 'problem'> {
  try {
    return { steps: play(machine, path) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Loads the committed plan of a flow and executes one of its paths. */
export function usePlayed(flow: FlowName, path: number | null): Played {
  const [plan, setPlan] = useState<{ flow: FlowName; plan: GoldenPlan } | null>(null);
  useEffect(() => {
    let isWanted = true;
    const load = files[`../../../tests/machines/golden/${flow}.plan`];
    void load?.().then((text) => isWanted && setPlan({ flow, plan: parsePlan(text) }));
    return () => {
      isWanted = false;
    };
  }, [flow]);
  const [played, setPlayed] = useState<Played>({ flow, ...nothingPlayed });
  useEffect(() => {
    if (plan?.flow !== flow) return setPlayed({ flow, ...nothingPlayed });
    const { paths } = plan.plan;
    const chosen = path === null ? undefined : paths[path];
    setPlayed({ ...nothingPlayed, flow, paths, ...(chosen && playedOrProblem(flows[flow], chosen)) });
  }, [flow, plan, path]);
  return played;
}
