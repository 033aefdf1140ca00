import { useSelector } from '@xstate/react';
import type { ComponentType } from 'react';
import type { Actor, AnyStateMachine, EventFromLogic, SnapshotFrom } from 'xstate';

/** What every screen takes: the state that it draws and the way to send wishes. */
export type ScreenProps<Machine extends AnyStateMachine> = {
  state: SnapshotFrom<Machine>;
  send: (event: EventFromLogic<Machine>) => void;
};

type Props<Machine extends AnyStateMachine> = { actor: Actor<Machine>; screen: ComponentType<ScreenProps<Machine>> };

/** Reads a running actor and lets a screen draw it. */
export function ActorView<Machine extends AnyStateMachine>({ actor, screen: Screen }: Props<Machine>) {
  const state = useSelector(actor, (snapshot) => snapshot) as SnapshotFrom<Machine>;
  return <Screen state={state} send={actor.send as (event: EventFromLogic<Machine>) => void} />;
}
