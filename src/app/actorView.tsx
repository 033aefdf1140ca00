import { useSelector } from '@xstate/react';
import type { ComponentType } from 'react';
import type { Actor, AnyStateMachine, EventFromLogic, SnapshotFrom } from 'xstate';
import type { ScreenProps } from '#screens/screenProps.ts';

type Props<Machine extends AnyStateMachine> = { actor: Actor<Machine>; screen: ComponentType<ScreenProps<Machine>> };

/** Subscribes to a running actor and renders its screen. */
export function ActorView<Machine extends AnyStateMachine>({ actor, screen: Screen }: Props<Machine>) {
  const state = useSelector(actor, (snapshot) => snapshot) as SnapshotFrom<Machine>;
  return <Screen state={state} send={actor.send as (event: EventFromLogic<Machine>) => void} />;
}
