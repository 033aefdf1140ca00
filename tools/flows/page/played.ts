import { useEffect, useState } from 'react';
import type { AnyStateMachine } from 'xstate';
import { type FlowName, flows } from '#machines/registry.ts';
import { type GoldenPath, type GoldenPlan, type PlayedStep, play } from '../play.ts';

const files = import.meta.glob<GoldenPlan>('../../../tests/machines/golden/*.json', { import: 'default' });

/** The golden paths of a flow, and the steps of one of them as the real machine takes them. */
export type Played = { flow: FlowName; paths: readonly GoldenPath[]; steps: readonly PlayedStep[] };

/** Loads the committed plan of a flow and plays one of its paths. */
export function usePlayed(flow: FlowName, path: number | null): Played {
  const [plan, keep] = useState<{ flow: FlowName; plan: GoldenPlan } | null>(null);
  useEffect(() => {
    let isWanted = true;
    const load = files[`../../../tests/machines/golden/${flow}.json`];
    void load?.().then((loaded) => isWanted && keep({ flow, plan: loaded }));
    return () => {
      isWanted = false;
    };
  }, [flow]);
  const [played, keepPlayed] = useState<Played>({ flow, paths: [], steps: [] });
  useEffect(() => {
    if (plan?.flow !== flow) return keepPlayed({ flow, paths: [], steps: [] });
    const { paths } = plan.plan;
    const chosen = path === null ? undefined : paths[path];
    const machine: AnyStateMachine = flows[flow];
    keepPlayed({ flow, paths, steps: chosen ? play(machine, plan.plan, chosen) : [] });
  }, [flow, plan, path]);
  return played;
}
