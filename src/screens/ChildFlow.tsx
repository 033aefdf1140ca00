import { useSelector } from '@xstate/react';
import type { ComponentType } from 'react';
import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { ScreenProps } from './screenProps.ts';

/** A flow and its screen, with the screen's other props. */
type Props<Shown> = {
  /** Undefined while it does not run. */
  actor: AnyActorRef | undefined;
  screen: ComponentType<Shown>;
} & Omit<Shown, keyof ScreenProps<AnyStateMachine>>;

/** Renders a flow that runs inside another flow, while it runs. */
export const ChildFlow = <Shown extends object>(props: Props<Shown>) =>
  props.actor ? <Running key={props.actor.sessionId} {...props} actor={props.actor} /> : null;

function Running<Shown extends object>({ actor, screen: Screen, ...others }: Props<Shown> & { actor: AnyActorRef }) {
  const state = useSelector(actor, (snapshot) => snapshot, isOver);
  return <Screen {...({ ...others, state, send: actor.send } as unknown as Shown)} />;
}

/** A flow that is over stays as it was until what follows it is rendered. */
const isOver = (_: unknown, { status }: AnyMachineSnapshot) => status !== 'active';
