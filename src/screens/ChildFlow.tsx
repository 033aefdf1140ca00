import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { Actor, AnyActorRef, AnyStateMachine, EventFromLogic, SnapshotFrom } from 'xstate';

type RenderFlow<Machine extends AnyStateMachine> = (
  state: SnapshotFrom<Machine>,
  send: (event: EventFromLogic<Machine>) => void,
) => ReactNode;

type Props<Machine extends AnyStateMachine> = {
  /** Undefined while it does not run. */
  actor: AnyActorRef | undefined;
  children: RenderFlow<Machine>;
};

/** Renders a flow that runs inside another flow, while it runs. */
export const ChildFlow = <Machine extends AnyStateMachine>({ actor, children }: Props<Machine>) =>
  actor ? <Running<Machine> key={actor.sessionId} actor={actor as Actor<Machine>} render={children} /> : null;

type RunningProps<Machine extends AnyStateMachine> = { actor: Actor<Machine>; render: RenderFlow<Machine> };

function Running<Machine extends AnyStateMachine>({ actor, render }: RunningProps<Machine>) {
  const state = useSelector(actor, (snapshot) => snapshot) as SnapshotFrom<Machine>;
  return render(state, actor.send as (event: EventFromLogic<Machine>) => void);
}
